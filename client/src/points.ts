/** Numbers of points as they are written in the visitor's language. */

import { settings } from "./settings.svelte.ts";

/** Expectations are not known more exactly than that. */
const ROUGHLY: Intl.NumberFormatOptions = {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
};

export const CLOSE = 0.05; // points; less than this is no difference when written

export function unsigned(number: number): string {
  return Math.abs(number).toLocaleString(settings.language, ROUGHLY);
}

/** With its sign, and a real minus. */
export function signed(number: number): string {
  const near = Math.abs(number) < CLOSE ? 0 : number;
  return near
    .toLocaleString(settings.language, { ...ROUGHLY, signDisplay: "exceptZero" })
    .replace("-", "−");
}
