/** Which page the address stands for; links are followed without leaving. */

class Route {
  path: string = $state(location.pathname);
  query: URLSearchParams = $state.raw(new URLSearchParams(location.search));
  hash: string = $state(location.hash.slice(1));

  constructor() {
    addEventListener("popstate", () => this.#read());
    addEventListener("hashchange", () => this.#read());
  }

  /** Go to another page of the house. */
  go(to: string, replace = false) {
    history[replace ? "replaceState" : "pushState"](null, "", to);
    this.#read();
    scrollTo(0, 0);
  }

  /** The parts of the path: "/table/abc" is ["table", "abc"]. */
  readonly parts: string[] = $derived(this.path.split("/").filter(Boolean));

  #read() {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
    this.hash = location.hash.slice(1);
  }
}

export const route = new Route();

/** Follow plain clicks on links of the house without loading the page again. */
export function followLinks(event: MouseEvent) {
  const link = (event.target as Element).closest("a");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const to = new URL(link.href);
  if (to.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (to.pathname.startsWith("/api/")) return;
  if (to.pathname === location.pathname && to.search === location.search && to.hash) return;
  event.preventDefault();
  route.go(to.pathname + to.search + to.hash);
}
