/** What is said when a game is over. */

import type { Entries } from "../texts.ts";

export const ended = {
  standings: { fr: "Classement", en: "Standings", de: "Rangliste" },
  winner: { fr: "gagne la partie", en: "wins the game", de: "gewinnt das Spiel" },
  points: {
    fr: "{points} {points:point|points}",
    en: "{points} {points:point|points}",
    de: "{points} {points:Punkt|Punkte}",
  },
  ended_early: {
    fr: "La partie s'est arrêtée avant la fin.",
    en: "The game was ended early.",
    de: "Das Spiel wurde vorzeitig beendet.",
  },
  rematch: { fr: "Revanche", en: "Play again", de: "Noch einmal" },
  next_game: { fr: "À la partie suivante", en: "To the next game", de: "Zum nächsten Spiel" },
  replay: { fr: "Revoir la partie", en: "Watch the replay", de: "Spiel noch einmal ansehen" },
  download: {
    fr: "Télécharger la partie",
    en: "Download the record",
    de: "Aufzeichnung herunterladen",
  },
  home: { fr: "Accueil", en: "Home", de: "Start" },
  sheet: { fr: "Feuille de score", en: "Score sheet", de: "Punktezettel" },
  course: {
    fr: "Le cours de la partie",
    en: "The course of the game",
    de: "Der Verlauf des Spiels",
  },
  fair: {
    fr: "La donne était\u2011elle honnête ?",
    en: "Was the deal fair?",
    de: "Wurde ehrlich gegeben?",
  },
} satisfies Entries;
