/** What moves for its beauty alone rests with the table: a table at rest uses no power. */

const LIVELY = 6000; // ms after something happened

/** Has nothing happened for a while to what is looked at? For a component, as it is made. */
export function calmAfter(sight: () => unknown): () => boolean {
  let calm = $state(false);
  $effect(() => {
    void sight();
    calm = false;
    const timer = setTimeout(() => (calm = true), LIVELY);
    return () => clearTimeout(timer);
  });
  return () => calm;
}
