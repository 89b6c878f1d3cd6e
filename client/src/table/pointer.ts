/** Points at the button of a board that stands for a choice, where there is one of that name. */

export function pointAt(board: HTMLElement, name: string): () => void {
  const found = [...board.querySelectorAll("button")].filter((button) => {
    const called = (button.ariaLabel ?? button.innerText).trim();
    return called === name || called.startsWith(`${name}:`); // "Lane 4: the middle island"
  });
  for (const button of found) button.dataset.advised = "";
  return () => {
    for (const button of found) delete button.dataset.advised;
  };
}
