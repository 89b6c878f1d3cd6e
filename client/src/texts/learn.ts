/** What the guide of a first game says besides its notes. */

import type { Entries } from "../texts.ts";

export const learn = {
  title: { fr: "Apprendre en jouant", en: "Learn by playing", de: "Spielend lernen" },
  first_game: {
    fr: "Première partie : {game}",
    en: "First game: {game}",
    de: "Erste Partie: {game}",
  },
  progress: { fr: "Avancement", en: "Progress", de: "Fortschritt" },
  skip: { fr: "Jouer tout de suite", en: "Play right away", de: "Gleich spielen" },
  back: { fr: "Retour", en: "Back", de: "Zurück" },
  next: { fr: "Continuer", en: "Go on", de: "Weiter" },
  choose: { fr: "Essayez : {choice}.", en: "Try it: {choice}.", de: "Probier es: {choice}." },
  not_now: {
    fr: "Plus tard, ce sera à vous de voir. Pour suivre l'exemple, choisissez : {choice}.",
    en: "Later that will be up to you. To follow the example, choose: {choice}.",
    de: "Später entscheidest du selbst. Folge jetzt dem Beispiel und wähle: {choice}.",
  },
  do_it: { fr: "Faites-le pour moi", en: "Do it for me", de: "Mach es für mich" },
  over: {
    fr: "Vous en savez assez pour jouer. À table !",
    en: "You know enough to play. Take a seat!",
    de: "Jetzt weißt du genug. Setz dich an den Tisch!",
  },
  play: { fr: "Jouer une vraie partie", en: "Play a real game", de: "Ein echtes Spiel spielen" },
} satisfies Entries;
