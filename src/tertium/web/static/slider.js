// A slider with a range that its input element gives. It has no value and shows no thumb until it
// is touched.

import { digitOf } from "./keys.js";

// Moves by keys, in steps; "page" is a tenth of the range.
const MOVES = { ArrowUp: 1, ArrowDown: -1, PageUp: "page", PageDown: "-page", Home: -Infinity, End: Infinity };
// Digits that follow each other within this time, in milliseconds, form one number.
const TYPING = 1_500;

/** Make the slider of an element work; see per_output.js for the interface. */
export function mountSlider(element, { onchange, text, number }) {
  const slider = element.querySelector("input[type=range]");
  const shown = element.querySelector("output");
  const [low, high, step] = [slider.min, slider.max, slider.step].map(Number);
  const page = Math.max(1, Math.round((high - low) / step / 10));
  const middle = snapped((low + high) / 2);
  let value = null;
  let typed = "";
  let typedAt = 0;

  /** The nearest value of the slider. */
  function snapped(wanted) {
    const steps = Math.round((Math.max(low, Math.min(high, wanted)) - low) / step);
    return Number((low + steps * step).toFixed(6));
  }

  function show(next) {
    value = next;
    const none = next === null;
    slider.value = String(none ? middle : next);
    slider.classList.toggle("untouched", none);
    slider.style.setProperty("--share", `${none ? 0 : (100 * (next - low)) / (high - low)}%`);
    slider.setAttribute("aria-valuetext", none ? text("answer.none") : number(next));
    shown.classList.toggle("soft", none);
    shown.textContent = none ? text("answer.untouched") : number(next);
  }

  function touch(next) {
    show(snapped(next));
    onchange();
  }

  /** The first key shows the thumb in the middle; the next ones move it. */
  function move(steps) {
    if (value === null && Number.isFinite(steps)) touch(middle);
    else touch((value ?? middle) + steps * step);
  }

  function type(digit) {
    const time = performance.now();
    const digits = time - typedAt > TYPING ? `${digit}` : `${typed}${digit}`;
    typed = Number(digits) > high ? `${digit}` : digits;
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
        move(event.key === forwards ? 1 : -1);
        return true;
      }
      if (document.activeElement !== slider || !Object.hasOwn(MOVES, event.key)) return false;
      const by = MOVES[event.key];
      move(by === "page" ? page : by === "-page" ? -page : by);
      return true;
    },
  };
}
