/** What must not be done twice by a second click, while the first is on its way. */
export function oneAtATime<Asked extends unknown[]>(act: (...asked: Asked) => Promise<unknown>) {
  let busy = false;
  return async (...asked: Asked) => {
    if (busy) return;
    busy = true;
    try {
      await act(...asked);
    } finally {
      busy = false;
    }
  };
}
