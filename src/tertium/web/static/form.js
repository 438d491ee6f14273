// The questions before the work.

import { Refused, postJson } from "./http.js";
import { pageData, wording } from "./page.js";

const { messages, language } = pageData();
const text = wording(messages, language);
const form = document.getElementById("form");
const submit = document.getElementById("submit");
const problem = document.getElementById("problem");
const questions = [...form.querySelectorAll(".question")];

function answerTo(question) {
  const inputs = [...question.querySelectorAll("input")];
  const chosen = inputs.filter((input) => input.checked).map((input) => input.value);
  const written = inputs[0].value.trim();
  return {
    choice: () => chosen[0] ?? null,
    choices: () => chosen,
    agreement: () => inputs[0].checked,
    text: () => written,
    number: () => (written === "" ? null : numberIn(written)),
  }[question.dataset.kind]();
}

/** A number as the language or a program writes it; text that is none is sent as it is. */
function numberIn(written) {
  const number = Number(written.replace(/\s/g, "").replace(",", "."));
  return Number.isFinite(number) ? number : written;
}

function showProblems(wrong) {
  for (const question of questions) {
    const kind = wrong[question.dataset.name];
    question.querySelector(".problem").textContent = kind ? text(`form.${kind}`) : "";
    for (const input of question.querySelectorAll("input")) {
      if (kind) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    }
  }
  questions.find(({ dataset }) => wrong[dataset.name])?.querySelector("input").focus();
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (submit.disabled) return;
  problem.textContent = "";
  submit.disabled = true;
  const answers = Object.fromEntries(questions.map((one) => [one.dataset.name, answerTo(one)]));
  try {
    const { location: next } = await postJson(form.dataset.address, { answers });
    const target = new URL(next, location.origin);
    if (target.origin === location.origin) location.replace(target);
  } catch (error) {
    submit.disabled = false;
    if (error instanceof Refused && error.content?.wrong) {
      problem.textContent = text("form.problems");
      showProblems(error.content.wrong);
    } else {
      problem.textContent = text(error instanceof Refused ? "form.failed" : "form.offline");
    }
  }
});
