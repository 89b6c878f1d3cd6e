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
  fair_what: {
    fr: "Votre navigateur peut refaire la donne lui-même et vérifier que personne, pas même la maison, ne l'a choisie.",
    en: "Your browser can deal again by itself and check that nobody, not even the house, chose the deal.",
    de: "Dein Browser kann selbst noch einmal geben und prüfen, dass niemand, auch nicht das Haus, die Ausgangslage ausgesucht hat.",
  },
  check: { fr: "Vérifier", en: "Check", de: "Prüfen" },
  right: { fr: "exact", en: "right", de: "stimmt" },
  wrong: { fr: "faux", en: "wrong", de: "falsch" },
  fair_none: {
    fr: "Cette partie ne dit pas d'où venait son hasard : rien à vérifier.",
    en: "This record does not say where its chance came from: there is nothing to check.",
    de: "Diese Aufzeichnung sagt nicht, woher ihr Zufall kam: Es gibt nichts zu prüfen.",
  },
  fair_seed: {
    fr: "La maison a utilisé le hasard qu'elle avait promis d'avance.",
    en: "The house used the chance it had promised beforehand.",
    de: "Das Haus hat den Zufall benutzt, den es vorher versprochen hatte.",
  },
  fair_nonces: {
    fr: "Chaque joueur a montré la part de hasard qu'il avait promise.",
    en: "Every player showed the share of chance they had promised.",
    de: "Jeder Spieler hat den Anteil am Zufall gezeigt, den er versprochen hatte.",
  },
  fair_own: {
    fr: "Votre propre part y est.",
    en: "Your own share is in it.",
    de: "Dein eigener Anteil ist darin.",
  },
  fair_deal: {
    fr: "Tout ce qui a été distribué ou tiré au sort découle exactement de ce hasard.",
    en: "Everything dealt or drawn by lot follows exactly from that chance.",
    de: "Alles Ausgeteilte und Ausgeloste folgt genau aus diesem Zufall.",
  },
  fair_limits: {
    fr: "Cela prouve que la donne n'a pas été choisie, non que la maison ne l'a pas regardée.",
    en: "This proves that the deal was not chosen; it does not prove that the house did not look at it.",
    de: "Das beweist, dass niemand die Ausgangslage ausgesucht hat; nicht, dass das Haus sie nicht gesehen hat.",
  },
} satisfies Entries;
