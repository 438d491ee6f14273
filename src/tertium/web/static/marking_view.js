// A text with marks, as elements: their text is the text, whatever is marked.

/**
 * Show a text in an element with marks {id, units: [start, end), tone, active, suggested}, the selected
 * span and the unit with the cursor. All positions are UTF-16 units; a span of no length is a gap.
 */
export function showMarks(element, text, { marks, selected, cursor }) {
  const isGap = ({ units: [start, end] }) => start === end;
  const spans = marks.filter((one) => !isGap(one));
  const gaps = marks.filter(isGap);
  const places = cutsOf(text, [...marks.map(({ units }) => units), selected ?? [], cursor ?? []]);
  const shown = [];
  for (const [number, start] of places.entries()) {
    const here = gaps.filter(({ units }) => units[0] === start);
    if (here.length) shown.push(gap(here, false));
    if (selected !== null && selected[0] === start && selected[1] === start) shown.push(gap([], true));
    const end = places[number + 1];
    if (end === undefined) break;
    const within = ([first, last]) => first <= start && end <= last;
    const over = spans.filter(({ units }) => within(units));
    const isSelected = selected !== null && within(selected);
    const isCursor = cursor !== null && within(cursor);
    shown.push(piece(text.slice(start, end), over, isSelected, isCursor));
  }
  element.replaceChildren(...shown);
}

/** The places at which a text is divided, its ends among them, in their order. */
function cutsOf(text, spans) {
  return [...new Set([0, text.length, ...spans.flat()])].sort((one, other) => one - other);
}

/** A piece of the text under the same marks. */
function piece(text, marks, isSelected, isCursor) {
  if (!marks.length && !isSelected && !isCursor) return document.createTextNode(text);
  const made = document.createElement("span");
  made.textContent = text;
  made.classList.toggle("selected", isSelected);
  made.classList.toggle("cursor", isCursor);
  if (marks.length) style(made, marks);
  return made;
}

/** The place of a gap; its sign is none of the text. */
function gap(marks, isSelected) {
  const made = document.createElement("span");
  made.className = "gap";
  made.classList.toggle("selected", isSelected);
  if (marks.length) {
    style(made, marks);
    made.dataset.marks = marks.map(({ id }) => id).join(" ");
  }
  return made;
}

/** The tone of the last mark wins: callers put the most severe ones last. */
function style(element, marks) {
  element.classList.add("mark");
  element.classList.toggle("active", marks.some(({ active }) => active));
  element.classList.toggle("suggested", marks.every(({ suggested }) => suggested));
  element.classList.toggle("several", marks.length > 1);
  element.dataset.tone = marks.at(-1).tone;
}
