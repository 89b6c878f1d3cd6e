/** A short explanation of a piece: on hover, on focus, on a long touch. */

import type { Attachment } from "svelte/attachments";

const LONG_TOUCH = 450; // ms
const box = document.createElement("div");
box.className = "tip";
box.setAttribute("role", "tooltip");
box.id = "tip";
box.hidden = true;

function show(element: Element, text: string) {
  if (!box.isConnected) document.body.append(box);
  box.textContent = text;
  box.hidden = false;
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
  box.hidden = true;
}

/** `<span {@attach tip("A buoy: ...")}>` */
export function tip(text: string): Attachment {
  return (element) => {
    let timer: ReturnType<typeof setTimeout>;
    const touch = (event: Event) => {
      if ((event as PointerEvent).pointerType !== "mouse")
        timer = setTimeout(() => show(element, text), LONG_TOUCH);
    };
    const enter = (event: Event) => {
      if ((event as PointerEvent).pointerType === "mouse") show(element, text);
    };
    const focus = () => element.matches(":focus-visible") && show(element, text);
    const leave = () => {
      clearTimeout(timer);
      hide();
    };
    const ways: [string, (event: Event) => void][] = [
      ["pointerenter", enter],
      ["pointerdown", touch],
      ["pointerup", leave],
      ["pointerleave", leave],
      ["pointercancel", leave],
      ["focus", focus],
      ["blur", leave],
    ];
    for (const [name, way] of ways) element.addEventListener(name, way);
    return () => {
      leave();
      for (const [name, way] of ways) element.removeEventListener(name, way);
    };
  };
}
