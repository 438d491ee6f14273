// Further sliders below the answer to an output.

import { mountSlider } from "./slider.js";

let count = 0;

/**
 * Add the sliders {name, low, high, step} of the campaign to the fields of an output. Returns
 *   value()      {} without sliders, {sliders: {name: value, ...}}, or null if one is untouched
 *   draft()      the values of the sliders that are touched, in the same form
 *   set(answer)  show the values of an answer or draft, or none
 *   key(event)   use a key, if the focus is on a slider; return whether it was used
 *   holdsFocus() whether the focus is on a slider
 *   focus()      move the focus to the first slider that is untouched
 */
export function mountFurtherSliders(fields, options) {
  const { text, number, data } = options;
  const mounted = (data.sliders ?? []).map(({ name, low, high, step }) => {
    const element = document.createElement("div");
    element.className = "slider further";
    const title = document.createElement("p");
    title.className = "slider-name";
    title.dir = "auto";
    title.textContent = name;
    const ends = document.createElement("p");
    ends.className = "ends";
    for (const end of [low, high]) {
      ends.appendChild(document.createElement("span")).textContent = number(end);
    }
    const input = document.createElement("input");
    Object.assign(input, { type: "range", id: `further-${count}`, autocomplete: "off" });
    Object.assign(input, { min: low, max: high, step });
    input.setAttribute("aria-label", text("answer.further", { name, low: number(low), high: number(high) }));
    const shown = document.createElement("output");
    shown.htmlFor = input.id;
    shown.setAttribute("aria-hidden", "true");
    count++;
    element.append(title, ends, input, shown);
    fields.append(element);
    return { name, element, slider: mountSlider(element, options) };
  });
  const focused = () => mounted.find(({ element }) => element.contains(document.activeElement));

  return {
    value() {
      if (!mounted.length) return {};
      const values = mounted.map(({ name, slider }) => [name, slider.value()?.value ?? null]);
      return values.some(([, value]) => value === null) ? null : { sliders: Object.fromEntries(values) };
    },
    draft() {
      const touched = mounted.filter(({ slider }) => slider.value() !== null);
      const values = touched.map(({ name, slider }) => [name, slider.value().value]);
      return values.length ? { sliders: Object.fromEntries(values) } : {};
    },
    set(answer) {
      for (const { name, slider } of mounted) {
        slider.set({ value: answer?.sliders?.[name] ?? null });
      }
    },
    key: (event) => focused()?.slider.key(event) ?? false,
    holdsFocus: () => focused() !== undefined,
    focus: () => (mounted.find(({ slider }) => !slider.value()) ?? mounted[0])?.slider.focus(),
  };
}
