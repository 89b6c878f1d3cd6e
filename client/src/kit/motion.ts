/**
 * Lets pieces fly. Every element with `data-piece` is remembered by that name: when the picture
 * changes, a piece that is elsewhere now flies there from where it was. A piece that is new flies
 * in from the place its `data-from` names (an element with that `data-place`), if there is one;
 * otherwise it fades in.
 */

const EASE = "cubic-bezier(.2, .7, .2, 1)";

export type Places = Map<string, DOMRect>;

/** Does the visitor want things to stand still? */
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Once what is there now can be seen; at once where nobody looks. */
export function painted(): Promise<unknown> {
  if (document.hidden) return Promise.resolve();
  // What is asked for before a picture is drawn runs before it, a timer set there after it.
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}

/** Where every piece is now. */
export function whereabouts(within: HTMLElement): Places {
  const places: Places = new Map();
  for (const piece of within.querySelectorAll<HTMLElement>("[data-piece]"))
    places.set(piece.dataset.piece!, piece.getBoundingClientRect());
  return places;
}

/** Move every piece from where it was to where it is now, in so many milliseconds. */
export function fly(within: HTMLElement, before: Places, duration: number) {
  if (duration <= 0 || calm()) return;
  // First all are measured, then all start: a measure after a start lays the page out anew.
  const flights = [...within.querySelectorAll<HTMLElement>("[data-piece]")].map((piece) => ({
    piece,
    was: before.get(piece.dataset.piece!) ?? placeOf(within, piece.dataset.from),
    now: piece.getBoundingClientRect(),
  }));
  for (const { piece, was, now } of flights) {
    if (was) glide(piece, was, now, duration);
    else if (before.size > 0)
      piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: duration / 2 });
  }
}

function placeOf(within: HTMLElement, name: string | undefined): DOMRect | undefined {
  const place = name && within.querySelector(`[data-place="${CSS.escape(name)}"]`);
  return place ? place.getBoundingClientRect() : undefined;
}

function glide(piece: HTMLElement, was: DOMRect, now: DOMRect, duration: number) {
  const across = was.left + was.width / 2 - now.left - now.width / 2;
  const down = was.top + was.height / 2 - now.top - now.height / 2;
  const scale = now.width > 0 ? was.width / now.width : 1;
  if (Math.abs(across) < 1 && Math.abs(down) < 1 && Math.abs(scale - 1) < 0.02) return;
  piece.animate(
    [
      { transform: `translate(${across}px, ${down}px) scale(${scale})`, zIndex: 20 },
      { transform: "none", zIndex: 20 },
    ],
    { duration, easing: EASE },
  );
}
