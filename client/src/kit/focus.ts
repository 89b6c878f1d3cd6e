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
