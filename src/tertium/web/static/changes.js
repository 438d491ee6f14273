// The words that were added to a text and deleted from it.

// Cells of the table of common words; longer texts are shown as replaced.
const MOST = 1_000_000;

/** Parts of two texts: {kind: "same" | "deleted" | "added", text}, in the order of reading. */
export function changes(before, after) {
  const [old, now] = [words(before), words(after)];
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const parts = [
    ...old.slice(0, start).map((text) => ({ kind: "same", text })),
    ...differing(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...old.slice(old.length - end).map((text) => ({ kind: "same", text })),
  ];
  return joined(parts);
}

/** Words and what is between them; scripts without spaces have words, too. */
function words(text) {
  if (!globalThis.Intl?.Segmenter) return text.match(/\s+|[^\s]+/gu) ?? [];
  const segments = new Intl.Segmenter(undefined, { granularity: "word" }).segment(text);
  return [...segments].map(({ segment }) => segment);
}

/** The longest common sequence stays; the rest is deleted or added. */
function differing(old, now) {
  const deleted = (text) => ({ kind: "deleted", text });
  const added = (text) => ({ kind: "added", text });
  if (old.length * now.length > MOST) return [...old.map(deleted), ...now.map(added)];
  const width = now.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const next = old[i] === now[j] ? common[(i + 1) * width + j + 1] + 1 : 0;
      common[i * width + j] = Math.max(next, common[(i + 1) * width + j], common[i * width + j + 1]);
    }
  }
  const parts = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      parts.push({ kind: "same", text: old[i++] });
      j++;
    } else if (common[(i + 1) * width + j] >= common[i * width + j + 1]) parts.push(deleted(old[i++]));
    else parts.push(added(now[j++]));
  }
  return [...parts, ...old.slice(i).map(deleted), ...now.slice(j).map(added)];
}

/** Deletions before additions, each as one part; a space between two changes belongs to both. */
function joined(parts) {
  const made = [];
  let [gone, come] = ["", ""];
  const flush = () => {
    if (gone) made.push({ kind: "deleted", text: gone });
    if (come) made.push({ kind: "added", text: come });
    [gone, come] = ["", ""];
  };
  parts.forEach((part, place) => {
    const inside = gone && come && /^\s+$/.test(part.text) && parts[place + 1]?.kind !== "same";
    if (part.kind !== "same" || (inside && place + 1 < parts.length)) {
      if (part.kind !== "added") gone += part.text;
      if (part.kind !== "deleted") come += part.text;
    } else {
      flush();
      made.push(part);
    }
  });
  flush();
  return made;
}
