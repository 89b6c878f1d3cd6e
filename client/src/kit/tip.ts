/** A short explanation of a piece: on hover, on focus, on a touch; a long one where a tap acts. */

import type { Attachment } from "svelte/attachments";

const LONG_TOUCH = 450; // ms
const MOUSE_RESTS = 300; // ms; whoever only passes by wants no explanation
const ACTS = "button, a, label, summary";
const LANDMARKS = "dialog, aside, header, main";
const box = document.createElement("div");
box.className = "tip";
box.role = "tooltip";
box.id = "tip";
box.popover = "manual";
let explained: Element | null = null;

function show(element: Element, text: string) {
  hide();
  explained = element;
  element.setAttribute("aria-describedby", box.id);
  (element.closest(LANDMARKS) ?? document.body).append(box);
  box.textContent = text;
  box.showPopover();
  const place = element.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const left = Math.min(
    Math.max(8, place.left + place.width / 2 - width / 2),
    innerWidth - width - 8,
  );
  const above = place.top - height - 8;
  box.style.left = `${left}px`;
  box.style.top = `${above > 8 ? above : place.bottom + 8}px`;
}

function hide() {
  explained?.removeAttribute("aria-describedby");
  explained = null;
  if (box.isConnected) box.hidePopover();
}

document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") hide();
});

/** `<span {@attach tip("A buoy: ...")}>` */
export function tip(text: string): Attachment {
  return (element) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let used = false; // whoever has just clicked knows what it is
    let touched = false;
    const isMouse = (event: Event) => (event as PointerEvent).pointerType === "mouse";
    const later = (wait: number) => {
      timer ??= setTimeout(() => show(element, text), wait);
    };
    const stop = () => {
      clearTimeout(timer);
      timer = undefined;
      if (explained === element) hide();
    };
    // Not on entering: a piece that flies under a mouse at rest was not pointed at.
    const move = (event: Event) => {
      if (isMouse(event) && !used) later(MOUSE_RESTS);
    };
    const press = (event: Event) => {
      stop();
      touched = !isMouse(event);
      if (touched) later(LONG_TOUCH);
      else used = true;
    };
    const click = (event: Event) => {
      stop();
      if (!touched || (event.target as Element).closest(ACTS)) return;
      show(element, text);
      for (const away of ["pointerdown", "scroll"])
        document.addEventListener(away, stop, { once: true, capture: true });
    };
    const leave = () => {
      stop();
      used = false;
    };
    const focus = () => element.matches(":focus-visible") && show(element, text);
    const ways: [string, (event: Event) => void][] = [
      ["pointermove", move],
      ["pointerdown", press],
      ["pointerup", stop],
      ["click", click],
      ["pointerleave", leave],
      ["pointercancel", leave],
      ["focus", focus],
      ["blur", leave],
    ];
    for (const [name, way] of ways) element.addEventListener(name, way);
    return () => {
      stop();
      for (const [name, way] of ways) element.removeEventListener(name, way);
    };
  };
}
