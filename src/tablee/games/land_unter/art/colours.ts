/** The colours of sky and sea, from fair weather to storm. */

export const SKY = ["#6fc8f5", "#9fd9f2", "#b9d3de", "#8796a6", "#3a4156"];
export const SEA = ["#2fb3c6", "#2391b5", "#2a7397", "#24557a", "#152f4d"];

/** The colour at a place between 0 and 1 on a scale. */
export function blend(scale: string[], place: number): string {
  const at = Math.min(Math.max(place, 0), 1) * (scale.length - 1);
  const first = Math.min(Math.floor(at), scale.length - 2);
  const share = at - first;
  const [low, high] = [channels(scale[first]!), channels(scale[first + 1]!)];
  const mixed = low.map((value, n) => Math.round(value + (high[n]! - value) * share));
  return `rgb(${mixed.join(" ")})`;
}

const channels = (colour: string) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
