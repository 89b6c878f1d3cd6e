/** Keeps the focus of whoever goes by keys or by ear, where what had it goes away. */

import type { Attachment } from "svelte/attachments";

const lost = () => document.activeElement === document.body;

/** For what opens over a page, when it opens; the function that comes back gives the focus back. */
export function borrowFocus(): () => void {
  const before = document.activeElement;
  return () => {
    if (lost() && before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
}

/** For a part (with a tabindex) whose buttons make way for others: it has the focus instead. */
export const keepsFocus: Attachment<HTMLElement> = (part) => {
  let last: Element | null = null;
  const note = (event: FocusEvent) => (last = event.target as Element);
  part.addEventListener("focusin", note);
  const changes = new MutationObserver(() => {
    if (!last || last.isConnected) return;
    last = null;
    if (lost()) part.focus({ preventScroll: true });
  });
  changes.observe(part, { childList: true, subtree: true });
  return () => {
    part.removeEventListener("focusin", note);
    changes.disconnect();
  };
};

/** Every page that takes the place of another begins at its heading, whenever that comes. */
export function beginAtHeadings(): () => void {
  let heading: HTMLElement | null = null;
  const changes = new MutationObserver(() => {
    if (heading?.isConnected) return;
    const found = document.querySelector("h1");
    if (!found) return;
    const first = heading === null; // there the browser begins
    heading = found;
    if (first || !lost()) return;
    found.tabIndex = -1;
    found.focus({ preventScroll: true });
  });
  changes.observe(document.body, { childList: true, subtree: true });
  return () => changes.disconnect();
}
