// Answer form: marked errors with categories, or none. See slider.js for the interface.

import { ErrorMarks } from "../error_marks.js";
import { ErrorScreen } from "../error_screen.js";
import { letterOf } from "../keys.js";
import { mountParts } from "../per_output.js";

export function mount(page, options) {
  const screen = new ErrorScreen(page, options);

  function mountPart(fields, given) {
    const none = fields.querySelector(".no-errors input");
    const marks = new ErrorMarks(fields.querySelector(".errors"), screen, {
      ...given,
      onchange() {
        showNone();
        given.onchange();
      },
    });
    none.addEventListener("change", given.onchange);

    /** With a marked error, "no errors" cannot be chosen. */
    function showNone() {
      none.disabled = marks.count > 0;
      if (none.disabled) none.checked = false;
    }

    return {
      value() {
        const { spans } = marks;
        if (spans === null || (!spans.length && !none.checked)) return null;
        return spans.length ? { spans } : { spans, no_errors: true };
      },
      draft: () => ({ spans: marks.draft, ...(none.checked ? { no_errors: true } : {}) }),
      doubt: () => (marks.isUnfinished ? given.text("errors.unfinished") : ""),
      set(answer, item, place) {
        marks.set(answer, item.extra.suggestions?.[place]);
        none.checked = answer?.no_errors === true;
        showNone();
      },
      key(event) {
        if (marks.key(event)) return true;
        if (letterOf(event) !== "n" || none.disabled) return false;
        none.click();
        return true;
      },
      focus: () => marks.focus(),
    };
  }

  const parts = mountParts(page, options, mountPart);
  return {
    ...parts,
    show(item, answer) {
      screen.show(item);
      parts.show(item, answer);
    },
  };
}
