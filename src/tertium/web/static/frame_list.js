// The list of the frames of a text: their fillers, and for an output what they correspond to.

import { MARKS, ROLES } from "./frame_marks.js";

/**
 * Show frames in a list element.
 *
 * Options:
 *   marks       the FrameMarks of the text
 *   reference   those of the reference and a function that quotes its spans: {marks, quote}; null if
 *               the text is the reference itself
 *   quote       a function that quotes spans of the text
 *   text        words a message
 *   on          what the annotator does: activate(frame), remove(item), role(filler, role),
 *               match(item, id, frame), judge(filler, mark)
 */
export function showFrames(list, options) {
  // Everything is made anew; the focus stays on the same field.
  const focused = list.contains(document.activeElement) && document.activeElement.dataset.key;
  list.replaceChildren(...options.marks.frames.map((frame) => frameItem(frame, options)));
  list.hidden = !options.marks.frames.length;
  if (focused) list.querySelector(`[data-key="${focused}"]`)?.focus();
}

function frameItem(frame, options) {
  const { marks, reference, quote, text, on } = options;
  const item = made("li", "frame");
  const isActive = marks.active === frame;
  item.classList.toggle("active", isActive);
  const words = quote(frame);
  const head = made("div", "head");
  const choose = button(`frame-${frame.id}`, "predicate", () => on.activate(frame));
  choose.append(bdi(words));
  choose.setAttribute("aria-pressed", String(isActive));
  head.append(choose);
  if (reference) head.append(comparison(matching(frame, frame, options)));
  head.append(removal(frame, words, options));
  item.append(head);
  if (!frame.fillers.length) return item;
  const fillers = made("ul", "fillers");
  fillers.append(...frame.fillers.map((filler) => fillerItem(filler, frame, options)));
  item.append(fillers);
  return item;
}

function fillerItem(filler, frame, options) {
  const { reference, quote, text, on } = options;
  const item = made("li", "filler");
  const words = quote(filler);
  const roles = ROLES.map((role) => ({ value: role, label: text(`answer.frames.${role}`) }));
  const role = select(`role-${filler.id}`, text("answer.frames.role", { words }), roles, filler.role);
  role.addEventListener("change", () => on.role(filler, role.value));
  const shown = made("span", "words");
  shown.append(bdi(words));
  item.append(role, shown);
  if (reference && frame.match) {
    const judged = filler.match ? [judgment(filler, words, options)] : [];
    item.append(comparison([...matching(filler, frame, options), ...judged]));
  }
  item.append(removal(filler, words, options));
  return item;
}

function comparison(fields) {
  const found = made("div", "comparison");
  found.append(...fields);
  return found;
}

/** What a predicate or filler of the output corresponds to. */
function matching(item, frame, { marks, reference, quote, text, on }) {
  const words = quote(item);
  const isFrame = item === frame;
  const theirs = isFrame ? reference.marks.frames : reference.marks.frame(frame.match).fillers;
  const ours = isFrame ? marks.frames : frame.fillers;
  const options = theirs.map((other) => ({
    value: String(other.id),
    label: isFrame
      ? reference.quote(other)
      : `${text(`answer.frames.${other.role}`)}: ${reference.quote(other)}`,
    // Each of them corresponds to one at most.
    disabled: ours.some((one) => one !== item && one.match === other.id),
  }));
  const none = { value: "0", label: text("answer.frames.no-match") };
  const label = text("answer.frames.match", { words });
  const field = select(`match-${item.id}`, label, [...options, none], item.match, text);
  field.addEventListener("change", () => {
    on.match(item, field.value === "" ? undefined : Number(field.value), frame);
  });
  const word = made("span", "soft corresponds");
  word.textContent = text("answer.frames.corresponds");
  word.setAttribute("aria-hidden", "true");
  return [word, field];
}

function judgment(filler, words, { text, on }) {
  const options = MARKS.map((mark) => ({ value: mark, label: text(`answer.frames.${mark}`) }));
  const label = text("answer.frames.judgment", { words });
  const field = select(`judgment-${filler.id}`, label, options, filler.mark, text);
  if (filler.mark) field.dataset.mark = filler.mark;
  field.addEventListener("change", () => on.judge(filler, field.value || undefined));
  return field;
}

function removal(item, words, { text, on }) {
  const made = button(`remove-${item.id}`, "quiet remove", () => on.remove(item));
  made.textContent = "×";
  made.setAttribute("aria-label", text("answer.frames.remove", { words }));
  return made;
}

/** A choice among options; without a value, the annotator is asked to choose. */
function select(key, label, options, value, text = null) {
  const field = made("select");
  field.dataset.key = key;
  field.setAttribute("aria-label", label);
  field.autocomplete = "off";
  if (value === undefined) field.append(new Option(text("answer.frames.choose"), ""));
  for (const one of options) {
    const option = new Option(one.label, one.value);
    option.disabled = one.disabled ?? false;
    field.append(option);
  }
  field.value = value === undefined ? "" : String(value);
  field.classList.toggle("open", value === undefined);
  return field;
}

function button(key, name, press) {
  const found = made("button", name);
  found.type = "button";
  found.dataset.key = key;
  found.addEventListener("click", press);
  return found;
}

function bdi(words) {
  const found = made("bdi");
  found.textContent = words;
  return found;
}

function made(name, className = "") {
  const found = document.createElement(name);
  if (className) found.className = className;
  return found;
}
