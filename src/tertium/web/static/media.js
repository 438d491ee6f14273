// Audio, video and image files that are the source of a segment.

const TAGS = { audio: "audio", video: "video", image: "img" };

/** Show files in an element. Returns {show(file), toggle()}; `show(null)` takes the file away. */
export function mountMedia(place, base, text) {
  let player = null;

  function make({ file, kind }) {
    const made = document.createElement(TAGS[kind]);
    const name = text(`annotate.${kind}`);
    if (kind === "image") {
      made.alt = name;
    } else {
      made.controls = true;
      made.preload = "metadata";
      made.setAttribute("aria-label", name);
      made.setAttribute("playsinline", "");
      made.tabIndex = 0;
    }
    made.addEventListener("error", () => fail({ file, kind }));
    made.src = `${base}/media/${encodeURIComponent(file)}`;
    return made;
  }

  function fail(found) {
    const sentence = document.createElement("p");
    sentence.textContent = text("annotate.media-failed");
    const again = document.createElement("button");
    again.type = "button";
    again.className = "quiet";
    again.textContent = text("annotate.media-again");
    again.addEventListener("click", () => {
      fill(found);
      player.focus();
    });
    place.replaceChildren(sentence, again);
    player = null;
  }

  function fill(found) {
    // A player that leaves the page would go on playing.
    player?.pause?.();
    player = found && make(found);
    place.replaceChildren(...(player ? [player] : []));
    place.hidden = !player;
  }

  return {
    show: fill,
    toggle() {
      if (!player?.play) return;
      if (player.paused) player.play().catch(() => {});
      else player.pause();
    },
  };
}
