// Audio, video and image files that are the source of a segment, or of those of a document.

const TAGS = { audio: "audio", video: "video", image: "img" };

/** Show files in an element. Returns {show(files), toggle()}; no files empty the element. */
export function mountMedia(place, base, text) {
  const players = () => [...place.querySelectorAll("audio, video")];

  function make(found, number, count) {
    const { file, kind } = found;
    const made = document.createElement(TAGS[kind]);
    const name = text(`annotate.${kind}`);
    const label = count > 1 ? `${name} ${number}` : name;
    if (kind === "image") {
      made.alt = label;
    } else {
      made.controls = true;
      made.preload = "metadata";
      made.setAttribute("aria-label", label);
      made.setAttribute("playsinline", "");
      made.tabIndex = 0;
    }
    made.addEventListener("error", () => made.replaceWith(failed(found, number, count)));
    made.src = `${base}/media/${encodeURIComponent(file)}`;
    return made;
  }

  function failed(found, number, count) {
    const box = document.createElement("p");
    const again = document.createElement("button");
    again.type = "button";
    again.className = "quiet";
    again.textContent = text("annotate.media-again");
    again.addEventListener("click", () => {
      const made = make(found, number, count);
      box.replaceWith(made);
      made.focus();
    });
    box.append(text("annotate.media-failed"), " ", again);
    return box;
  }

  return {
    show(files) {
      // A player that leaves the page would go on playing.
      for (const player of players()) player.pause();
      place.replaceChildren(...files.map((one, number) => make(one, number + 1, files.length)));
      place.hidden = files.length === 0;
    },
    toggle() {
      const [first] = players();
      const playing = players().find((one) => !one.paused);
      if (playing) playing.pause();
      else first?.play().catch(() => {});
    },
  };
}
