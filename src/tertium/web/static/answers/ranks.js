// Answer form: a rank for each output, 1 for the best. See slider.js for the interface.

import { mountComment } from "../comment.js";
import { digitOf } from "../keys.js";
import { LETTERS, outputCard } from "../per_output.js";

const MOVES = { ArrowUp: -1, ArrowDown: 1 };

export function mount(page, options) {
  const { text, number, onchange, data } = options;
  let rows = [];
  let comment = null;
  // The output that keys are meant for, unless the focus is on another one.
  let active = 0;

  function row(shown, place, count) {
    const card = outputCard(shown, place, true, options);
    const fields = document.createElement("fieldset");
    fields.className = "ranks";
    fields.append(page.template.content.cloneNode(true));
    fields.querySelector("legend").textContent = text("answer.rank", { letter: LETTERS[place] });
    const choices = fields.querySelector(".choices");
    const [choice] = choices.children;
    for (let rank = 2; rank <= count; rank++) choices.append(choice.cloneNode(true));
    const inputs = [...choices.querySelectorAll("input")];
    for (const [index, input] of inputs.entries()) {
      input.name = `rank-${place}`;
      input.value = String(index + 1);
      input.parentElement.querySelector(".value").textContent = number(index + 1);
      input.addEventListener("change", () => changed(place));
    }
    card.addEventListener("focusin", () => mark(place));
    card.append(fields);
    page.outputs.append(card);
    return { card, inputs, shown };
  }

  const rankOf = ({ inputs }) => inputs.findIndex((input) => input.checked) + 1;

  function changed(place) {
    mark(place);
    if (!data.ties) takeFromOthers(place);
    onchange();
  }

  /** Without ties, an output that had this rank has none now; equal texts may have the same. */
  function takeFromOthers(place) {
    const rank = rankOf(rows[place]);
    for (const [other, { inputs, shown }] of rows.entries()) {
      if (other !== place && shown !== rows[place].shown) inputs[rank - 1].checked = false;
    }
  }

  function mark(place) {
    active = place;
    for (const [other, { card }] of rows.entries()) card.classList.toggle("active", other === place);
  }

  function go(place) {
    mark(place);
    const { card, inputs } = rows[place];
    card.scrollIntoView({ block: "nearest" });
    (inputs.find((input) => input.checked) ?? inputs[0]).focus({ preventScroll: true });
  }

  /** The next output without a rank, from a place on; -1 if all have one. */
  function unranked(from) {
    const order = rows.map((_, step) => (from + step) % rows.length);
    return order.find((place) => !rankOf(rows[place])) ?? -1;
  }

  return {
    show(item, answer) {
      page.outputs.replaceChildren();
      page.item.classList.add("several", "ranked");
      page.fields.replaceChildren();
      const hint = document.createElement("p");
      hint.className = "soft";
      hint.textContent = text(data.ties ? "answer.ties" : "answer.no-ties");
      page.fields.append(hint);
      rows = item.outputs.map((shown, place) => row(shown, place, item.outputs.length));
      for (const [place, rank] of (answer?.ranks ?? []).entries()) {
        if (rank) rows[place].inputs[rank - 1].checked = true;
      }
      const below = page.outputs.appendChild(document.createElement("div"));
      comment = mountComment(below, text, onchange);
      comment.set(answer?.comment ?? "");
      mark(0);
    },
    value() {
      const ranks = rows.map(rankOf);
      return ranks.length && ranks.every(Boolean) ? { ranks, ...comment.value() } : null;
    },
    /** The ranks so far; an output without a rank has 0. */
    draft() {
      const given = { ranks: rows.map(rankOf), ...comment?.value() };
      return given.comment || given.ranks.some(Boolean) ? given : null;
    },
    focus: () => go(Math.max(unranked(0), 0)),
    key(event) {
      const digit = digitOf(event);
      if (digit && digit <= rows.length) {
        const place = active;
        rows[place].inputs[digit - 1].checked = true;
        changed(place);
        const next = unranked(place);
        go(next < 0 ? place : next);
        return true;
      }
      if (!Object.hasOwn(MOVES, event.key)) return false;
      const place = active + MOVES[event.key];
      if (place >= 0 && place < rows.length) go(place);
      return true;
    },
  };
}
