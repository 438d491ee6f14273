// Seconds in which an annotator worked: the page is visible and has the focus, and there was input
// within the last minute.

const IDLE = 60;
const INPUT = ["pointerdown", "pointermove", "keydown", "wheel", "scroll", "touchstart"];

/** A clock that runs only while the annotator works. */
export class ActiveTime {
  #seconds = 0;
  #until = now();
  #input = now();
  #attentive = attentive();

  constructor() {
    const input = () => {
      this.#advance();
      this.#input = now();
    };
    const attention = () => {
      this.#advance();
      this.#attentive = attentive();
      if (this.#attentive) this.#input = now();
    };
    for (const name of INPUT) addEventListener(name, input, { passive: true, capture: true });
    for (const name of ["focus", "blur", "pageshow", "pagehide"]) addEventListener(name, attention);
    document.addEventListener("visibilitychange", attention);
  }

  /** Begin to count, from a number of seconds that an earlier visit counted. */
  start(seconds = 0) {
    this.#seconds = seconds;
    this.#until = this.#input = now();
    this.#attentive = attentive();
  }

  /** Seconds so far. */
  seconds() {
    this.#advance();
    return this.#seconds;
  }

  /** Whether there was input within the last minute. */
  working() {
    return this.#attentive && now() - this.#input < IDLE;
  }

  #advance() {
    const time = now();
    const end = Math.min(time, this.#input + IDLE);
    if (this.#attentive && end > this.#until) this.#seconds += end - this.#until;
    this.#until = time;
  }
}

function now() {
  return performance.now() / 1000;
}

function attentive() {
  return document.visibilityState === "visible" && document.hasFocus();
}
