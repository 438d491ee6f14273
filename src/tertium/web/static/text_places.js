// Places in the text of an element, in UTF-16 units, whatever elements the text is divided into.

/** The range of an element's text from one position to another. */
export function rangeOf(element, start, end) {
  const range = document.createRange();
  range.setStart(...nodeAt(element, start, true));
  range.setEnd(...nodeAt(element, end, false));
  return range;
}

/** The position in an element's text that is nearest to a point of the page; null if it is elsewhere. */
export function placeAt(element, { clientX, clientY }) {
  const [node, offset] = caretAt(clientX, clientY);
  if (!node || !element.contains(node)) return null;
  const before = document.createRange();
  before.selectNodeContents(element);
  before.setEnd(node, offset);
  return before.toString().length;
}

/** Whether a point is on one of the rectangles of a range. */
export function isInside(range, { clientX, clientY }) {
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) =>
      left <= clientX && clientX <= right && top <= clientY && clientY <= bottom,
  );
}

function caretAt(x, y) {
  if (document.caretPositionFromPoint) {
    const caret = document.caretPositionFromPoint(x, y);
    return [caret?.offsetNode, caret?.offset ?? 0];
  }
  const range = document.caretRangeFromPoint?.(x, y);
  return [range?.startContainer, range?.startOffset ?? 0];
}

/** The text node at a position: at a border, the node that begins or ends there. */
function nodeAt(element, position, begins) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let [node, before, last] = [walker.nextNode(), 0, null];
  while (node) {
    const after = before + node.length;
    if (begins ? position < after : position <= after) return [node, position - before];
    [last, before, node] = [node, after, walker.nextNode()];
  }
  return last ? [last, last.length] : [element, 0];
}
