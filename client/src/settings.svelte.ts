/** What a visitor prefers on this device: language, light, sound, speed, opponents. */

import type { Language } from "./wire.ts";

/** What each language is called by those who speak it. */
export const OWN_NAMES: Record<Language, string> = {
  fr: "Français",
  en: "English",
  de: "Deutsch",
};
/** Those of the house, and the one it speaks to this visitor: both came with the page. */
const { dataset, lang } = document.documentElement;
export const LANGUAGES = (dataset.languages ?? "fr en de").split(" ") as Language[];
export const SPEEDS = ["slow", "normal", "fast", "instant"] as const;
export type Theme = "auto" | "light" | "dark";
export type Speed = (typeof SPEEDS)[number];

const STORE = "tablee.settings";

interface Kept {
  language: Language;
  theme: Theme;
  sound: boolean;
  speed: Speed;
  /** The level of bots to play against. */
  level: string;
}

function kept(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "{}") as Partial<Kept>;
  } catch {
    return {};
  }
}

class Settings implements Kept {
  language: Language = $state("en");
  theme: Theme = $state("auto");
  sound: boolean = $state(false);
  speed: Speed = $state("normal");
  level: string = $state("sailor");

  constructor() {
    const before = kept();
    this.language = LANGUAGES.find((one) => one === before.language) ?? (lang as Language);
    this.theme = before.theme ?? "auto";
    this.sound = before.sound ?? true;
    this.speed = SPEEDS.find((speed) => speed === before.speed) ?? "normal";
    this.level = before.level ?? "sailor";
  }

  /** Remember a change; a browser that keeps nothing still has it until the page is left. */
  set(changes: Partial<Kept>) {
    Object.assign(this, changes);
    const { language, theme, sound, speed, level } = this;
    try {
      localStorage.setItem(STORE, JSON.stringify({ language, theme, sound, speed, level }));
    } catch {
      // Private windows may refuse to keep anything.
    }
  }

  /** How long a beat of a story lasts, in milliseconds. */
  get beat(): number {
    return { slow: 1400, normal: 850, fast: 400, instant: 0 }[this.speed];
  }
}

export const settings = new Settings();
