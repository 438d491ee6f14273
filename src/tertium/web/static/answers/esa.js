// Answer form: marked errors, then a score from 0 to 100. See slider.js for the interface.

import { ErrorMarks } from "../error_marks.js";
import { ErrorScreen } from "../error_screen.js";
import { mountParts } from "../per_output.js";
import { mountSlider } from "../slider.js";

// Without a marked error, scores below this one are doubtful.
const LOW = 67;
const BEST = 100;

export function mount(page, options) {
  const screen = new ErrorScreen(page, options);
  let segment = true;

  function mountPart(fields, given) {
    const { text } = given;
    const marks = new ErrorMarks(fields.querySelector(".errors"), screen, given);
    const slider = mountSlider(fields.querySelector(".slider"), given);

    function doubt(value) {
      if (marks.isUnfinished) return text("errors.unfinished");
      if (!segment) return "";
      if (value < LOW && !marks.count) return text("errors.low-score");
      return value === BEST && marks.hasWorst ? text("errors.high-score") : "";
    }

    return {
      value() {
        const { spans } = marks;
        const score = slider.value();
        return spans && score && { spans, ...score };
      },
      draft: () => ({ spans: marks.draft, ...slider.value() }),
      doubt: () => doubt(slider.value()?.value),
      set(answer, item, place) {
        marks.set(answer, item.extra.suggestions?.[place]);
        slider.set(answer);
      },
      key: (event) => marks.key(event) || slider.key(event),
      focus() {
        if (marks.spans === null || slider.value() !== null) marks.focus();
        else slider.focus();
      },
    };
  }

  const parts = mountParts(page, options, mountPart);
  return {
    ...parts,
    show(item, answer) {
      segment = item.level === "segment";
      screen.show(item);
      parts.show(item, answer);
    },
  };
}
