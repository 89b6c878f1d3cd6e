/** Lets a card be dragged with mouse, pen or finger; a short press stays a click. */

import type { Attachment } from "svelte/attachments";

const THRESHOLD = 8; // pixels; less is a click with an unsteady hand

export interface Carrying {
  /** May it be taken up now? */
  free: () => boolean;
  over: (x: number, y: number) => void;
  drop: (x: number, y: number) => void;
  /** Taken back without being dropped. */
  cancel: () => void;
}

export function draggable(carrying: Carrying): Attachment<HTMLElement> {
  return (element) => {
    let start: { x: number; y: number } | null = null;
    let moving = false;

    function rest() {
      start = null;
      moving = false;
      element.style.translate = "";
      element.classList.remove("carried");
    }

    const ways: { [name: string]: (event: Event) => void } = {
      pointerdown(event) {
        const { button, clientX, clientY, isPrimary, pointerId } = event as PointerEvent;
        if (button !== 0 || !isPrimary || !carrying.free()) return;
        start = { x: clientX, y: clientY };
        element.setPointerCapture(pointerId); // a quick hand has left the card at its first move
      },
      pointermove(event) {
        if (!start) return;
        const { clientX, clientY } = event as PointerEvent;
        const across = clientX - start.x;
        const down = clientY - start.y;
        if (!moving && Math.hypot(across, down) < THRESHOLD) return;
        if (!moving) {
          element.classList.add("carried");
          element.dispatchEvent(new Event("pointerleave")); // what explains the card goes away
          moving = true;
        }
        event.stopImmediatePropagation(); // and does not come back
        element.style.translate = `${across}px ${down}px`;
        carrying.over(clientX, clientY);
      },
      pointerup(event) {
        const { clientX, clientY } = event as PointerEvent;
        const dropped = moving;
        rest();
        if (!dropped) return;
        swallowClick(element);
        carrying.drop(clientX, clientY);
      },
      pointercancel() {
        if (moving) carrying.cancel();
        rest();
      },
    };
    for (const [name, way] of Object.entries(ways)) element.addEventListener(name, way);
    return () => {
      for (const [name, way] of Object.entries(ways)) element.removeEventListener(name, way);
    };
  };
}

/** The end of a drag is no click. */
function swallowClick(element: HTMLElement) {
  const swallow = (event: Event) => event.stopImmediatePropagation();
  element.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => element.removeEventListener("click", swallow, { capture: true }));
}
