// Pointing at a place of an output shows about where that is in the source.

const NAME = "place";
// Characters of the source that are shown around the place, at least.
const REACH = 10;

/** Show places of the source while the pointer is over an output. */
export function mountPointing(outputs, source) {
  if (!source || !globalThis.Highlight || !CSS.highlights) return;

  outputs.addEventListener("pointermove", (event) => {
    const text = event.target.closest?.(".text");
    const share = text && event.pointerType !== "touch" ? shareAt(text, event) : null;
    if (share === null) clear();
    else show(source, share);
  });
  outputs.addEventListener("pointerleave", clear);
}

function clear() {
  CSS.highlights.delete(NAME);
}

/** The share of a text before the pointer; null if the pointer is not over a character. */
function shareAt(text, { clientX, clientY }) {
  const caret = document.caretPositionFromPoint
    ? document.caretPositionFromPoint(clientX, clientY)
    : null;
  const node = caret?.offsetNode;
  if (!node || !text.contains(node) || node.nodeType !== Node.TEXT_NODE) return null;
  const before = document.createRange();
  before.selectNodeContents(text);
  const length = before.toString().length;
  before.setEnd(node, caret.offset);
  return length ? before.toString().length / length : null;
}

function show(source, share) {
  const node = source.firstChild;
  if (node?.nodeType !== Node.TEXT_NODE) return;
  const length = node.length;
  const middle = share * length;
  const reach = Math.max(REACH, length * 0.06);
  let [start, end] = [Math.max(0, Math.round(middle - reach)), Math.min(length, Math.round(middle + reach))];
  while (start > 0 && /\S/.test(node.data[start - 1])) start--;
  while (end < length && /\S/.test(node.data[end])) end++;
  const range = document.createRange();
  range.setStart(node, start);
  range.setEnd(node, end);
  CSS.highlights.set(NAME, new Highlight(range));
}
