/** What the screen for the whole room says. */

import type { Entries } from "../texts.ts";

export const couch = {
  take_your_phones: {
    fr: "Prenez vos téléphones et scannez pour vous asseoir.",
    en: "Take out your phones and scan to sit down.",
    de: "Nehmt eure Handys und scannt, um euch zu setzen.",
  },
  join: { fr: "Rejoindre :", en: "Join:", de: "Mitspielen:" },
  watch: { fr: "Regarder :", en: "Watch:", de: "Zuschauen:" },
  rematch: {
    fr: "Encore une ? « Revanche » sur vos téléphones.",
    en: "One more? “Play again” on your phones.",
    de: "Noch eins? „Noch einmal“ auf euren Handys.",
  },
  scan: {
    fr: "Code QR vers cette table",
    en: "QR code for this table",
    de: "QR-Code zu diesem Tisch",
  },
  or_open: { fr: "ou ouvrez", en: "or open", de: "oder öffnet" },
  free: { fr: "chaise libre", en: "free chair", de: "freier Stuhl" },
} satisfies Entries;
