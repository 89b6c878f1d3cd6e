/**
 * Marks the buttons of a board by which a choice is made: those that name it in `data-choices`, the
 * choices that a click makes or begins, with spaces between them. Buttons come and go until then.
 */

export function pointAt(board: HTMLElement, choice: string): () => void {
  const next = `[data-choices~="${choice}"]:not([aria-pressed="true"])`;
  function mark() {
    for (const button of board.querySelectorAll("[data-choices], [data-advised]"))
      button.toggleAttribute("data-advised", button.matches(next));
  }
  mark();
  const watch = new MutationObserver(mark);
  const attributeFilter = ["data-choices", "aria-pressed"];
  watch.observe(board, { subtree: true, childList: true, attributeFilter });
  return () => {
    watch.disconnect();
    for (const button of board.querySelectorAll("[data-advised]"))
      button.removeAttribute("data-advised");
  };
}
