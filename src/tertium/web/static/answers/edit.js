// Answer form: the output in a text area, to be corrected. See slider.js for the interface.

import { changes } from "../changes.js";
import { direction } from "../direction.js";
import { letterOf } from "../keys.js";
import { mountParts } from "../per_output.js";

export function mount(page, options) {
  return mountParts(page, options, (element, given) => mountEdit(element, given, page));
}

/** The text area of an output. An unchanged text is an answer only if the annotator says so. */
function mountEdit(element, { onchange, text, data }, page) {
  const area = element.querySelector("textarea");
  const unchanged = element.querySelector("input[type=checkbox]");
  const restore = element.querySelector(".edit-tools button");
  const marks = element.querySelector(".changes");
  let original = "";

  area.setAttribute("aria-label", text("answer.edit.label"));
  if (data.outputLanguage) area.lang = data.outputLanguage;

  function show() {
    const same = area.value === original;
    if (!same) unchanged.checked = false;
    unchanged.disabled = !same;
    restore.hidden = same;
    marks.hidden = same;
    area.dir = direction(area.value || original, data.outputLanguage);
    const shown = marks.querySelector("p");
    shown.dir = area.dir;
    shown.replaceChildren(...(same ? [] : changes(original, area.value).map(marked)));
    grow();
  }

  /** A text area as high as its text. */
  function grow() {
    area.style.blockSize = "auto";
    area.style.blockSize = `${area.scrollHeight + 2}px`;
  }

  function changed() {
    show();
    onchange();
  }

  function undo() {
    area.value = original;
    changed();
    area.focus();
  }

  area.addEventListener("input", changed);
  unchanged.addEventListener("change", changed);
  restore.addEventListener("click", undo);
  area.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Escape") {
      area.blur();
    } else if (event.key === "Enter" && !event.shiftKey) {
      // A segment is one line; Enter submits, as everywhere on the page.
      event.preventDefault();
      if (!event.repeat) page.item.requestSubmit();
    }
  });

  return {
    value() {
      const same = area.value === original;
      if (same ? !unchanged.checked : !area.value.trim()) return null;
      return { text: area.value };
    },
    set(answer, item, place) {
      // A text area changes line ends, which must not look like a change of the text.
      area.value = item.outputs[place];
      original = area.value;
      const text = answer?.text;
      if (text !== undefined) area.value = text;
      unchanged.checked = text !== undefined && area.value === original;
      show();
    },
    focus: () => area.focus(),
    key(event) {
      const letter = letterOf(event);
      if (letter === "e") area.focus();
      else if (letter === "r" && !restore.hidden) undo();
      else if (letter === "n" && !unchanged.disabled) {
        unchanged.checked = !unchanged.checked;
        changed();
      } else return false;
      return true;
    },
  };
}

function marked({ kind, text }) {
  if (kind === "same") return document.createTextNode(text);
  const made = document.createElement(kind === "added" ? "ins" : "del");
  made.textContent = text;
  return made;
}
