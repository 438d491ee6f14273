// Answer form: comprehension questions on a text. See slider.js for the interface.

import { showText } from "../direction.js";
import { digitOf } from "../keys.js";
import { mountParts } from "../per_output.js";

export function mount(page, options) {
  return mountParts(page, options, (element, given) => mountQuestions(element, given, page));
}

function mountQuestions(element, given, page) {
  const list = element.querySelector(".questions");
  const template = element.querySelector("template");
  let questions = [];

  const open = () => questions.find((one) => one.value() === undefined);
  const focused = () => questions.find((one) => one.element.contains(document.activeElement));

  return {
    value() {
      const answers = questions.map((one) => [one.id, one.value()]);
      if (!answers.length || answers.some(([, value]) => value === undefined)) return null;
      return { answers: Object.fromEntries(answers) };
    },
    set(answer, item) {
      questions = (item.extra.questions ?? []).map((question) =>
        mountQuestion(template.content.cloneNode(true), question, given, page),
      );
      list.replaceChildren(...questions.map((one) => one.element));
      for (const one of questions) one.set(answer?.answers?.[one.id]);
    },
    focus: () => (open() ?? questions[0])?.focus(),
    key(event) {
      const digit = digitOf(event);
      const question = focused() ?? open() ?? questions.at(-1);
      if (digit === null || !question?.choose(digit)) return false;
      // The next question has the focus, so that digits answer one question after the other.
      open()?.focus();
      given.onchange();
      return true;
    },
  };
}

/** A question; its value is undefined without an answer, and null if the text does not tell. */
function mountQuestion(fragment, question, { onchange, text, data }, page) {
  const element = fragment.querySelector("fieldset");
  const typed = element.querySelector("input[type=text]");
  const unknown = element.querySelector(".unknown input");
  const choices = element.querySelector(".question-choices");
  const legend = element.querySelector("legend");
  const inputs = [];

  showText(legend, question.text, data.outputLanguage);
  typed.dir = legend.dir;
  unknown.name = `question-${question.id}`;
  question.choices.forEach((choice, place) => {
    const label = document.createElement("label");
    label.className = "choice";
    const input = document.createElement("input");
    input.type = "radio";
    input.name = unknown.name;
    input.value = String(place);
    input.autocomplete = "off";
    const shown = document.createElement("span");
    shown.className = "anchor";
    showText(shown, choice, data.outputLanguage);
    label.append(input, shown);
    choices.append(label);
    inputs.push(input);
  });
  const isTyped = inputs.length === 0;
  choices.hidden = isTyped;
  typed.hidden = !isTyped;
  typed.placeholder = text("answer.questions.short");
  legend.id = `legend-${question.id}`;
  typed.setAttribute("aria-labelledby", legend.id);
  if (isTyped) unknown.type = "checkbox";

  typed.addEventListener("input", () => {
    unknown.checked = false;
    onchange();
  });
  typed.addEventListener("keydown", (event) => {
    if (event.isComposing || event.key !== "Enter") return;
    event.preventDefault();
    if (!event.repeat) page.item.requestSubmit();
  });
  element.addEventListener("change", ({ target }) => {
    if (target === unknown && unknown.checked) typed.value = "";
    onchange();
  });

  return {
    id: question.id,
    element,
    value() {
      if (unknown.checked) return null;
      if (isTyped) return typed.value.trim() || undefined;
      return question.choices[inputs.findIndex((input) => input.checked)];
    },
    set(answer) {
      unknown.checked = answer === null;
      if (isTyped) typed.value = answer ?? "";
      else inputs.forEach((input, place) => (input.checked = question.choices[place] === answer));
    },
    focus() {
      if (isTyped) typed.focus();
      else (inputs.find((input) => input.checked) ?? inputs[0]).focus();
    },
    choose(digit) {
      const input = digit === 0 ? unknown : inputs[digit - 1];
      if (!input) return false;
      input.checked = true;
      if (input === unknown) typed.value = "";
      input.focus();
      return true;
    },
  };
}
