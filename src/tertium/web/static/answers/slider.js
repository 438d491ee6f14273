// Answer form: a slider from 0 to 100. It has no value and shows no thumb until it is touched.

import { digitOf } from "../keys.js";
import { mountParts } from "../per_output.js";

const LAST = 100;
const MIDDLE = 50;
const STEPS = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10, Home: -LAST, End: LAST };
// Digits that follow each other within this time, in milliseconds, form one number.
const TYPING = 1_500;

/**
 * Every answer form exports mount(page, {onchange, text, number, data}). The page has the elements
 * item (all of it), outputs (for the texts), fields (for the answer) and template (the fields of
 * answers/<name>.html); text words a message, number writes a number, and data is that of the page.
 * It returns
 *   show(item, answer)  show an item with an answer, or with none for null
 *   value()             the answer as the server takes it, or null
 *   key(event)          use a key pressed anywhere on the page; return whether it was used
 *   focus()             move the focus to what is still to be answered
 * and, if it has to,
 *   draft()             the answer as far as it is given, which show() takes, or null
 *   doubt()             a sentence about an answer that is probably a mistake, or ""; it is asked once
 * onchange is called when the annotator touches the form, and never by show().
 */
export function mount(page, options) {
  return mountParts(page, options, mountSlider);
}

/** The slider of one output. */
export function mountSlider(element, { onchange, text, number }) {
  const slider = element.querySelector("input[type=range]");
  const shown = element.querySelector("output");
  let value = null;
  let typed = "";
  let typedAt = 0;

  function show(next) {
    value = next;
    const none = next === null;
    slider.value = String(none ? MIDDLE : next);
    slider.classList.toggle("untouched", none);
    slider.style.setProperty("--share", `${none ? 0 : next}%`);
    slider.setAttribute("aria-valuetext", none ? text("answer.none") : number(next));
    shown.classList.toggle("soft", none);
    shown.textContent = none ? text("answer.untouched") : number(next);
  }

  function touch(next) {
    show(Math.max(0, Math.min(LAST, next)));
    onchange();
  }

  /** The first key shows the thumb in the middle; the next ones move it. */
  function step(by) {
    if (value === null && Math.abs(by) < LAST) touch(MIDDLE);
    else touch((value ?? MIDDLE) + by);
  }

  function type(digit) {
    const time = performance.now();
    const number = time - typedAt > TYPING ? `${digit}` : `${typed}${digit}`;
    typed = Number(number) > LAST ? `${digit}` : number;
    typedAt = time;
    touch(Number(typed));
  }

  slider.addEventListener("input", () => touch(Number(slider.value)));
  // A click or tap on the middle of an untouched slider changes no value: there is no input event.
  for (const name of ["click", "pointerup"]) {
    slider.addEventListener(name, () => touch(Number(slider.value)));
  }
  show(null);

  return {
    value: () => (value === null ? null : { value }),
    set(answer) {
      typed = "";
      show(answer?.value ?? null);
    },
    focus: () => slider.focus(),
    key(event) {
      const digit = digitOf(event);
      if (digit !== null) {
        type(digit);
        return true;
      }
      const forwards = getComputedStyle(slider).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
      if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
        slider.focus();
        step(event.key === forwards ? 1 : -1);
        return true;
      }
      if (document.activeElement !== slider || !Object.hasOwn(STEPS, event.key)) return false;
      step(STEPS[event.key]);
      return true;
    },
  };
}
