/** Names for whoever has not picked one yet. */

import type { Entries } from "../texts.ts";

export const names = {
  animals: {
    fr: "Loutre Hérisson Mésange Castor Renard Mouette Blaireau Grillon Phoque Pélican",
    en: "Otter Hedgehog Robin Beaver Fox Gull Badger Cricket Seal Pelican",
    de: "Otter Igel Meise Biber Fuchs Möwe Dachs Grille Robbe Pelikan",
  },
} satisfies Entries;
