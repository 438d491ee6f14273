// The rows of the list of errors.

/** The row of an error: its title (nodes), severity, category and comment, with buttons. */
export function errorRow(mark, title, { text, kinds }, isActive) {
  const made = document.createElement("li");
  made.dataset.id = String(mark.id);
  made.classList.toggle("active", isActive);
  const open = action("edit", "");
  open.append(...title, " ", kindOf(mark, kinds));
  if (mark.undecided) open.append(" ", badge(text("errors.suggested")));
  made.append(open);
  if (mark.undecided) made.append(action("accept", text("errors.accept")));
  made.append(action("delete", text("errors.delete")));
  if (mark.comment) {
    const comment = document.createElement("p");
    comment.className = "soft";
    comment.dir = "auto";
    comment.textContent = mark.comment;
    made.append(comment);
  }
  return made;
}

/** The severity and the category of an error. */
function kindOf(mark, kinds) {
  const severity = kinds.severities.find(({ name }) => name === mark.severity);
  const category = kinds.categories.find(({ name }) => name === mark.category);
  const group = category?.group ? `${category.group}: ` : "";
  const words = [severity?.text ?? mark.severity, category && `${group}${category.text}`];
  const made = document.createElement("span");
  made.className = "kind";
  made.dataset.tone = severity?.tone ?? "0";
  made.textContent = words.filter(Boolean).join(" · ");
  return made;
}

/** Words of a text in quotation marks. */
export function quoted(words, language) {
  const made = document.createElement("q");
  made.textContent = words;
  made.dir = "auto";
  if (language) made.lang = language;
  return made;
}

function badge(words) {
  const made = document.createElement("span");
  made.className = "badge";
  made.textContent = words;
  return made;
}

function action(name, words) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "quiet";
  made.dataset.do = name;
  made.textContent = words;
  return made;
}
