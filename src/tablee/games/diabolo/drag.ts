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
    /** Taken back: what is held is let go of without being dropped, and without a click. */
    let phase: "held" | "moving" | "back" = "held";

    function rest() {
      element.style.translate = "";
      element.classList.remove("carried");
    }

    function takeBack() {
      if (phase !== "moving") return;
      phase = "back";
      rest();
      carrying.cancel();
    }

    const ways: { [name: string]: (event: Event) => void } = {
      pointerdown(event) {
        const { button, clientX, clientY, isPrimary, pointerId } = event as PointerEvent;
        if (button !== 0 || !isPrimary || !carrying.free()) return;
        start = { x: clientX, y: clientY };
        phase = "held";
        element.setPointerCapture(pointerId); // a quick hand has left the card at its first move
      },
      pointermove(event) {
        if (!start || phase === "back") return;
        const { clientX, clientY } = event as PointerEvent;
        const across = clientX - start.x;
        const down = clientY - start.y;
        if (phase === "held") {
          if (Math.hypot(across, down) < THRESHOLD) return;
          element.classList.add("carried");
          element.dispatchEvent(new Event("pointerleave")); // what explains the card goes away
          phase = "moving";
        }
        event.stopImmediatePropagation(); // and does not come back
        element.style.translate = `${across}px ${down}px`;
        carrying.over(clientX, clientY);
      },
      pointerup(event) {
        if (!start) return;
        start = null;
        if (phase === "held") return;
        swallowClick(element);
        if (!carrying.free()) takeBack(); // meanwhile somebody else has chosen
        if (phase === "back") return;
        rest();
        const { clientX, clientY } = event as PointerEvent;
        carrying.drop(clientX, clientY);
      },
      pointercancel() {
        takeBack();
        start = null;
      },
    };
    const giveUp = (event: KeyboardEvent) => event.key === "Escape" && start && takeBack();
    for (const [name, way] of Object.entries(ways)) element.addEventListener(name, way);
    addEventListener("keydown", giveUp);
    return () => {
      for (const [name, way] of Object.entries(ways)) element.removeEventListener(name, way);
      removeEventListener("keydown", giveUp);
    };
  };
}

/** The end of a drag is no click. */
function swallowClick(element: HTMLElement) {
  const swallow = (event: Event) => event.stopImmediatePropagation();
  element.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => element.removeEventListener("click", swallow, { capture: true }));
}
