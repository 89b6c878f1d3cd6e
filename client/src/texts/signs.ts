/** What the signs mean, for whoever does not see them; kit/Sign.svelte draws them. */

import { t, type Entry } from "../texts.ts";

export const signs: Record<string, Entry> = {
  hello: { fr: "Bonjour", en: "Hello", de: "Hallo" },
  thanks: { fr: "Merci", en: "Thank you", de: "Danke" },
  "well-played": { fr: "Bien joué", en: "Well played", de: "Gut gespielt" },
  oops: { fr: "Oups", en: "Oops", de: "Hoppla" },
  laugh: { fr: "Rire", en: "Laughing", de: "Lachen" },
  wow: { fr: "Oh !", en: "Wow", de: "Oh!" },
  think: { fr: "Je réfléchis", en: "Let me think", de: "Ich überlege" },
  hurry: { fr: "On attend", en: "Hurry up", de: "Beeilung" },
  bye: { fr: "À bientôt", en: "Goodbye", de: "Bis bald" },
};

export const meaning = (sign: string) => (signs[sign] ? t(signs[sign]) : sign);
