// A comment of the annotator, which opens below the fields that it is about.

let count = 0;

/** Add a comment to an element. Returns {value, set}; the value is {} if there is no comment. */
export function mountComment(element, text, onchange) {
  const details = document.createElement("details");
  details.className = "comment";
  const summary = document.createElement("summary");
  summary.textContent = text("annotate.comment");
  const label = document.createElement("label");
  label.className = "unseen";
  label.textContent = text("annotate.comment-label");
  const area = document.createElement("textarea");
  area.id = `comment-${count++}`;
  label.htmlFor = area.id;
  area.maxLength = 5000;
  area.rows = 2;
  area.dir = "auto";
  area.autocomplete = "off";
  details.append(summary, label, area);
  element.append(details);
  area.addEventListener("input", onchange);
  details.addEventListener("toggle", () => {
    if (details.open && document.activeElement === summary) area.focus();
  });
  return {
    value: () => (area.value.trim() ? { comment: area.value.trim() } : {}),
    set(comment) {
      area.value = comment;
      details.open = comment !== "";
    },
  };
}
