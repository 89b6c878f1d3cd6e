/** The colours of the cards, from red to purple: the ground, and the dark edge and number. */

export const GROUNDS = ["#d8402f", "#f0bd27", "#419b4b", "#2d7dc6", "#8c50b4"];
export const EDGES = ["#6f120c", "#5f4400", "#12451b", "#0c3a68", "#42195c"];
