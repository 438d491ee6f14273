// Answers with one part for each output on the screen: {outputs: [part, ...]}.

import { mountComment } from "./comment.js";
import { showText } from "./direction.js";
import { mountFurtherSliders } from "./further_sliders.js";

export const LETTERS = "ABCDEFGHIJ";

/**
 * Mount an answer form that has the same fields for each output.
 *
 * `mountPart(fields, {onchange, text, number, data, output})` makes the fields of one output work;
 * `output` is the element with its text. It returns
 *   value()      the answer to this output as the server takes it, or null
 *   set(answer, item, place)  show an answer, or none for null
 *   key(event)   use a key pressed anywhere on the page; return whether it was used
 *   focus()      move the focus to the fields
 * and, if it has to,
 *   draft()      the answer as far as it is given, which set() takes, or null
 *   doubt()      a sentence about an answer that is probably a mistake, or ""
 *
 * The further sliders of a campaign stand below these fields, and a comment below them.
 *
 * A single output stands above the question. Several stand below it, each with its own fields.
 */
export function mountParts(page, options, mountPart) {
  let parts = [];
  // The output that keys are meant for, unless the focus is on another one.
  let active = 0;

  function part(text, place, item, answer) {
    const several = item.outputs.length > 1;
    const card = outputCard(text, place, several, options);
    const fields = several ? fieldset(card) : page.fields;
    fields.append(numbered(page.template.content.cloneNode(true), place));
    page.outputs.append(card);
    const changed = () => {
      active = place;
      options.onchange();
    };
    const output = card.querySelector(".text");
    const own = mountPart(fields, { ...options, onchange: changed, output });
    own.set(answer, item, place);
    const further = mountFurtherSliders(fields, { ...options, onchange: changed });
    further.set(answer);
    const form = withFurther(own, further);
    const comment = mountComment(fields, options.text, changed);
    comment.set(answer?.comment ?? "");
    return { card, form, comment };
  }

  const incomplete = () => parts.find(({ form }) => form.value() === null);
  const focused = () =>
    parts.find(({ card }) => parts.length > 1 && card.contains(document.activeElement));
  const current = () => focused() ?? parts[active];

  return {
    show(item, answer) {
      page.outputs.replaceChildren();
      page.fields.replaceChildren();
      page.item.classList.toggle("several", item.outputs.length > 1);
      active = 0;
      parts = item.outputs.map((text, place) => part(text, place, item, answer?.outputs[place] ?? null));
    },
    value() {
      const given = parts.map(({ form, comment }) => {
        const value = form.value();
        return value && { ...value, ...comment.value() };
      });
      return given.length && given.every((one) => one !== null) ? { outputs: given } : null;
    },
    focus() {
      const next = incomplete() ?? parts[0];
      active = parts.indexOf(next);
      if (parts.length > 1) next.card.scrollIntoView({ block: "nearest" });
      next.form.focus();
    },
    key: (event) => current()?.form.key(event) ?? false,
    draft() {
      const given = parts.map(({ form, comment }) => {
        const value = form.draft();
        return value && { ...value, ...comment.value() };
      });
      return given.some((one) => one !== null) ? { outputs: given } : null;
    },
    doubt() {
      for (const [place, { form }] of parts.entries()) {
        const doubt = form.doubt();
        if (!doubt) continue;
        active = place;
        const letter = LETTERS[place];
        const title = options.text("annotate.output-letter", { letter });
        return parts.length > 1 ? `${title}: ${doubt}` : doubt;
      }
      return "";
    },
  };
}

/** The fields of an output together with its further sliders. */
function withFurther(own, further) {
  return {
    value() {
      const [value, more] = [own.value(), further.value()];
      return value && more && { ...value, ...more };
    },
    focus: () => (own.value() && !further.value() ? further : own).focus(),
    key: (event) => (further.holdsFocus() ? further : own).key(event),
    draft() {
      const value = own.draft ? own.draft() : own.value();
      const given = { ...value, ...further.draft() };
      return Object.keys(given).length ? given : null;
    },
    doubt: () => own.doubt?.() ?? "",
  };
}

/** The panel of an output, with its text. */
export function outputCard(text, place, several, options) {
  const card = document.createElement("section");
  card.className = "panel output";
  const title = document.createElement("h2");
  title.id = place ? `output-title-${place}` : "output-title";
  title.textContent = several
    ? options.text("annotate.output-letter", { letter: LETTERS[place] })
    : options.data.outputTitle;
  card.setAttribute("aria-labelledby", title.id);
  const shown = document.createElement("p");
  shown.className = "text";
  shown.id = place ? `output-${place}` : "output";
  showOutput(shown, text, options);
  card.append(title, shown);
  return card;
}

/** Show the text of an output, or say that it is empty. */
export function showOutput(element, text, options) {
  const empty = text.trim() === "";
  element.classList.toggle("soft", empty);
  if (empty) {
    element.dir = "auto";
    element.textContent = options.text("annotate.empty");
  } else {
    showText(element, text, options.data.outputLanguage);
  }
}

function fieldset(card) {
  const made = document.createElement("fieldset");
  made.className = "answer";
  const legend = document.createElement("legend");
  legend.className = "unseen";
  legend.textContent = card.querySelector("h2").textContent;
  made.append(legend);
  card.append(made);
  return made;
}

/** Give the fields of the second and later outputs ids and names of their own. */
function numbered(fields, place) {
  if (!place) return fields;
  for (const name of ["id", "for", "name"]) {
    for (const element of fields.querySelectorAll(`[${name}]`)) {
      element.setAttribute(name, `${element.getAttribute(name)}-${place}`);
    }
  }
  for (const element of fields.querySelectorAll("[aria-describedby]")) {
    const ids = element.getAttribute("aria-describedby").split(" ");
    const own = ids.map((id) => (id === "question" ? id : `${id}-${place}`));
    element.setAttribute("aria-describedby", own.join(" "));
  }
  return fields;
}
