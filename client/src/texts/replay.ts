/** What the replay says. */

import type { Entries } from "../texts.ts";

export const replay = {
  title: { fr: "Revoir une partie", en: "Watch a game again", de: "Ein Spiel noch einmal ansehen" },
  what: {
    fr: "Chaque partie jouée ici se télécharge à la fin ; une partie jouée sur une vraie table peut aussi s'écrire.",
    en: "Every game played here can be downloaded at its end; a game from a real table can be written down too.",
    de: "Jedes hier gespielte Spiel lässt sich am Ende herunterladen; auch ein Spiel vom echten Tisch lässt sich aufschreiben.",
  },
  file: { fr: "Choisir un fichier", en: "Choose a file", de: "Datei wählen" },
  drop: {
    fr: "Ou déposez-le ici.",
    en: "Or drop it here.",
    de: "Oder leg sie hier ab.",
  },
  paste: { fr: "Ou le texte (JSON)", en: "Or its text (JSON)", de: "Oder der Text (JSON)" },
  not_json: {
    fr: "Ce n'est pas du JSON complet. Attendu : le contenu d'un fichier téléchargé à la fin d'une partie.",
    en: "This is not complete JSON. Expected: the content of a file downloaded at the end of a game.",
    de: "Das ist kein vollständiges JSON. Erwartet: der Inhalt einer Datei, die am Ende eines Spiels heruntergeladen wurde.",
  },
  not_a_record: {
    fr: "Ce n'est pas une partie notée, ou il y manque quelque chose.",
    en: "This is not the record of a game, or something is missing from it.",
    de: "Das ist keine Aufzeichnung eines Spiels, oder es fehlt etwas darin.",
  },
  show: { fr: "Montrer", en: "Show it", de: "Zeigen" },
  other_record: { fr: "Une autre partie", en: "Another record", de: "Eine andere Aufzeichnung" },
  first: { fr: "Au début", en: "To the beginning", de: "Zum Anfang" },
  back: { fr: "Un tour en arrière", en: "One turn back", de: "Einen Zug zurück" },
  play: { fr: "Lire", en: "Play", de: "Abspielen" },
  pause: { fr: "Pause", en: "Pause", de: "Pause" },
  next: { fr: "Un tour en avant", en: "One turn on", de: "Einen Zug weiter" },
  last: { fr: "À la fin", en: "To the end", de: "Zum Ende" },
  turn: {
    fr: "Tour {turn} sur {turns}",
    en: "Turn {turn} of {turns}",
    de: "Zug {turn} von {turns}",
  },
  deal: { fr: "La donne", en: "The deal", de: "Die Ausgangslage" },
  setup: { fr: "Mise en place", en: "Set-up", de: "Aufbau" },
  round: { fr: "Manche {round}", en: "Round {round}", de: "Runde {round}" },
  jump: { fr: "Aller à", en: "Jump to", de: "Springen zu" },
  seen_by: { fr: "Vu par", en: "As seen by", de: "Gesehen von" },
  spectator: { fr: "un spectateur", en: "a spectator", de: "Zuschauern" },
  all_open: { fr: "tous (ouvert)", en: "all (open)", de: "allen (offen)" },
  chose: {
    fr: "{name} choisit : {choice}",
    en: "{name} chose: {choice}",
    de: "{name} wählte: {choice}",
  },
} satisfies Entries;
