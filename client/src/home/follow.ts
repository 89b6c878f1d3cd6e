/** Looks again and again at what may change elsewhere. */

/** Look now, every so often (ms), and whenever the page comes into sight; the function ends it. */
export function follow(refresh: () => Promise<void>, every: number): () => void {
  const look = () => document.visibilityState === "visible" && void refresh();
  const timer = setInterval(look, every);
  document.addEventListener("visibilitychange", look);
  void refresh();
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
