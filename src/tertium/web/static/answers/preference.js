// Answer form: one of two outputs is better, or both are of equal quality. See slider.js for the
// interface.

import { mountChoices } from "../choices.js";
import { mountComment } from "../comment.js";
import { digitOf, letterOf } from "../keys.js";
import { outputCard } from "../per_output.js";

const EQUAL = "equal";
const KEYS = { a: "0", 1: "0", b: "1", 2: "1", "=": EQUAL, 0: EQUAL };

export function mount(page, options) {
  const { text, onchange, data } = options;
  let form = null;
  let comment = null;

  return {
    show(item, answer) {
      page.item.classList.add("several", "preference");
      page.outputs.replaceChildren(
        ...item.outputs.map((shown, place) => outputCard(shown, place, true, options)),
      );
      page.fields.replaceChildren(page.template.content.cloneNode(true));
      // Outputs with the same text are of equal quality, even where ties are not allowed.
      const ties = data.ties || item.outputs[0] === item.outputs[1];
      page.fields.querySelector(`[value=${EQUAL}]`).closest(".choice").hidden = !ties;
      const choose = (event) => {
        const chosen = KEYS[digitOf(event) ?? letterOf(event)] ?? null;
        return chosen === EQUAL && !ties ? null : chosen;
      };
      form = mountChoices(page.fields, { onchange }, { read: String, choose });
      const { preferred } = answer ?? {};
      form.set({ value: preferred === null ? EQUAL : String(preferred) });
      comment = mountComment(page.fields, text, onchange);
      comment.set(answer?.comment ?? "");
    },
    value() {
      const chosen = form?.value();
      if (!chosen) return null;
      return { preferred: chosen.value === EQUAL ? null : Number(chosen.value), ...comment.value() };
    },
    draft() {
      const given = { ...this.value(), ...comment?.value() };
      return Object.keys(given).length ? given : null;
    },
    focus: () => form.focus(),
    key: (event) => form.key(event),
  };
}
