/** What the waiting room says. */

import type { Entries, Entry } from "../texts.ts";

/** What the levels of bots are called; others are shown as they are. */
export const LEVELS: Record<string, Entry> = {
  random: { fr: "hasard", en: "random", de: "Zufall" },
  heuristic: { fr: "habitué", en: "regular", de: "Stammgast" },
};

export const waiting = {
  title: { fr: "On s'installe", en: "Taking seats", de: "Plätze einnehmen" },
  around: { fr: "Autour de la table", en: "Around the table", de: "Um den Tisch" },
  host: { fr: "hôte", en: "host", de: "Gastgeber" },
  open_chair: { fr: "Chaise libre", en: "Free chair", de: "Freier Stuhl" },
  open_text: { fr: "pour qui veut", en: "for whoever comes", de: "für alle, die kommen" },
  friend_chair: { fr: "Chaise réservée", en: "Kept for a friend", de: "Für einen Freund" },
  friend_text: { fr: "sur invitation", en: "by invitation", de: "auf Einladung" },
  bot: { fr: "robot · {level}", en: "bot · {level}", de: "Bot · {level}" },
  outside_bot: { fr: "robot venu d'ailleurs", en: "bot from elsewhere", de: "Bot von anderswo" },
  here: { fr: "est là", en: "is here", de: "ist da" },
  away: { fr: "n'est pas là", en: "is not here", de: "ist nicht da" },
  who_sits: {
    fr: "Qui s'assied sur la chaise {seat} ?",
    en: "Who sits on chair {seat}?",
    de: "Wer sitzt auf Stuhl {seat}?",
  },
  for_anybody: { fr: "Libre", en: "Free", de: "Frei" },
  for_friend: { fr: "Pour un ami", en: "For a friend", de: "Für einen Freund" },
  for_bot: { fr: "Robot : {level}", en: "Bot: {level}", de: "Bot: {level}" },
  invitation: { fr: "Copier l'invitation", en: "Copy the invitation", de: "Einladung kopieren" },
  sit_here: { fr: "S'asseoir ici", en: "Sit here", de: "Hier sitzen" },
  move_here: { fr: "Changer de place", en: "Move here", de: "Hierher wechseln" },
  stand: { fr: "Se lever", en: "Stand up", de: "Aufstehen" },
  give_host: { fr: "Nommer hôte", en: "Make host", de: "Zum Gastgeber machen" },
  remove: { fr: "Libérer la chaise", en: "Free the chair", de: "Stuhl freimachen" },
  chair_of: { fr: "Chaise {seat}", en: "Chair {seat}", de: "Stuhl {seat}" },

  sit_title: { fr: "Prenez place", en: "Take a seat", de: "Nimm Platz" },
  sit_text: {
    fr: "Dites comment on vous appelle, et asseyez-vous. Vous pouvez aussi simplement regarder.",
    en: "Say what you are called and sit down. You may also just watch.",
    de: "Sag, wie du heißt, und setz dich. Du kannst auch einfach zuschauen.",
  },
  invited: {
    fr: "Une chaise vous est réservée.",
    en: "A chair is kept for you.",
    de: "Für dich ist ein Stuhl frei gehalten.",
  },
  your_name: { fr: "Votre nom", en: "Your name", de: "Dein Name" },
  sit: { fr: "S'asseoir", en: "Sit down", de: "Hinsetzen" },
  full: {
    fr: "Toutes les chaises sont prises. Restez pour regarder : la partie s'affichera ici.",
    en: "All chairs are taken. Stay and watch: the game will be shown here.",
    de: "Alle Stühle sind besetzt. Bleib und schau zu: Das Spiel erscheint hier.",
  },
  only_invited: {
    fr: "Les chaises libres sont réservées aux invités. Restez pour regarder, ou demandez une invitation.",
    en: "The free chairs are kept for invited friends. Stay and watch, or ask for an invitation.",
    de: "Die freien Stühle sind für Eingeladene. Bleib und schau zu, oder bitte um eine Einladung.",
  },

  invite: { fr: "Inviter", en: "Invite", de: "Einladen" },
  invite_text: {
    fr: "Envoyez le lien, dictez le code ou faites scanner le carré.",
    en: "Send the link, say the code, or let them scan the square.",
    de: "Schick den Link, sag den Code oder lass das Quadrat scannen.",
  },
  code: { fr: "Code", en: "Code", de: "Code" },
  link: { fr: "Lien", en: "Link", de: "Link" },
  copy: { fr: "Copier le lien", en: "Copy the link", de: "Link kopieren" },
  copied: { fr: "Copié !", en: "Copied!", de: "Kopiert!" },
  not_copied: {
    fr: "La copie n'a pas marché ; voici le lien : {link}",
    en: "Copying did not work; here is the link: {link}",
    de: "Kopieren ging nicht; hier ist der Link: {link}",
  },
  share: { fr: "Partager", en: "Share", de: "Teilen" },
  share_text: { fr: "On joue à {game} ?", en: "A game of {game}?", de: "Eine Runde {game}?" },
  qr: {
    fr: "Code QR du lien vers cette table",
    en: "QR code of the link to this table",
    de: "QR-Code des Links zu diesem Tisch",
  },
  only_this_device: {
    fr: "Cette adresse ne marche que sur cet appareil. Pour inviter, ouvrez la maison par son adresse dans le réseau.",
    en: "This address works on this device only. To invite others, open the house by its address in the network.",
    de: "Diese Adresse geht nur auf diesem Gerät. Zum Einladen öffne das Haus unter seiner Adresse im Netz.",
  },

  settings: { fr: "Comment on joue", en: "How we play", de: "Wie wir spielen" },
  settings_guest: {
    fr: "{host} décide ; vous voyez ici ce qui est choisi.",
    en: "{host} decides; this is what is chosen.",
    de: "{host} entscheidet; hier steht, was gewählt ist.",
  },
  players: { fr: "Nombre de joueurs", en: "Number of players", de: "Anzahl Personen" },
  on: { fr: "oui", en: "yes", de: "ja" },
  off: { fr: "non", en: "no", de: "nein" },
  public: { fr: "Table publique", en: "Public table", de: "Öffentlicher Tisch" },
  public_text: {
    fr: "La table figure dans la liste de l'accueil ; n'importe qui peut s'y asseoir.",
    en: "The table stands in the list on the home page; anybody may sit down.",
    de: "Der Tisch steht in der Liste auf der Startseite; alle dürfen sich setzen.",
  },
  pace: { fr: "Rythme", en: "Pace", de: "Tempo" },
  live: { fr: "en direct", en: "live", de: "live" },
  live_text: {
    fr: "On joue ensemble, maintenant.",
    en: "We play together, now.",
    de: "Wir spielen zusammen, jetzt.",
  },
  slow: { fr: "au fil des jours", en: "over days", de: "über Tage" },
  slow_text: {
    fr: "Chacun joue quand il passe ; un jour pour chaque choix s'il n'y a pas d'horloge.",
    en: "Everybody plays when they come by; a day for each choice if there is no clock.",
    de: "Alle spielen, wenn sie vorbeikommen; ein Tag für jede Wahl, wenn es keine Uhr gibt.",
  },
  clock: { fr: "Horloge", en: "Clock", de: "Uhr" },
  clock_text: {
    fr: "Quand le temps est passé, un robot choisit à la place.",
    en: "When the time is up, a bot chooses instead.",
    de: "Ist die Zeit um, wählt ein Bot.",
  },
  no_clock: { fr: "sans horloge", en: "no clock", de: "ohne Uhr" },
  a_day: { fr: "un jour par choix", en: "a day for each choice", de: "ein Tag je Wahl" },
  each: { fr: "{time} par choix", en: "{time} for each choice", de: "{time} je Wahl" },
  in_all: { fr: "{time} en tout", en: "{time} in all", de: "{time} insgesamt" },
  in_all_more: {
    fr: "{time} + {more} s par choix",
    en: "{time} + {more} s for each choice",
    de: "{time} + {more} s je Wahl",
  },
  seconds: { fr: "{number} s", en: "{number} s", de: "{number} s" },
  minutes: { fr: "{number} min", en: "{number} min", de: "{number} Min." },
  hours: { fr: "{number} h", en: "{number} h", de: "{number} Std." },
  days: {
    fr: "{number} {number:jour|jours}",
    en: "{number} {number:day|days}",
    de: "{number} {number:Tag|Tage}",
  },
  talk: { fr: "Discussion", en: "Talk", de: "Gespräch" },
  talk_text: {
    fr: "On peut s'écrire à la table.",
    en: "People may write to each other at the table.",
    de: "Am Tisch darf man sich schreiben.",
  },
  automatic: { fr: "Coups évidents", en: "Obvious moves", de: "Klare Züge" },
  automatic_text: {
    fr: "La table joue d'elle-même ce qui, pour tous, est le seul choix possible.",
    en: "The table plays by itself what everybody can see to be the only choice.",
    de: "Der Tisch spielt von selbst, was sichtbar die einzige Wahl ist.",
  },
  keeper: {
    fr: "Robots des chaises vides",
    en: "Bots for empty chairs",
    de: "Bots für leere Stühle",
  },
  keeper_text: {
    fr: "Ils prennent les chaises vides et gardent celles des absents.",
    en: "They take empty chairs and keep those of absent people.",
    de: "Sie nehmen leere Stühle und hüten die von Abwesenden.",
  },

  start: { fr: "Commencer la partie", en: "Start the game", de: "Spiel beginnen" },
  starting: { fr: "On commence…", en: "Starting…", de: "Es geht los …" },
  all_seated: { fr: "Tout le monde est assis.", en: "Everybody is seated.", de: "Alle sitzen." },
  bots_fill: {
    fr: "{empty} {empty:chaise est encore libre : un robot la prendra|chaises sont encore libres : des robots les prendront} ({level}).",
    en: "{empty} {empty:chair is still free: a bot will take it|chairs are still free: bots will take them} ({level}).",
    de: "{empty} {empty:Stuhl ist noch frei: Ein Bot nimmt ihn|Stühle sind noch frei: Bots nehmen sie} ({level}).",
  },
  no_bots: {
    fr: "Il faut encore {empty} {empty:personne|personnes} : cette maison n'a pas de robots.",
    en: "{empty} more {empty:person is|people are} needed: this house has no bots.",
    de: "{empty:Es fehlt noch|Es fehlen noch} {empty} {empty:Person|Personen}: Dieses Haus hat keine Bots.",
  },
  wait_for_host: {
    fr: "{host} lancera la partie.",
    en: "{host} will start the game.",
    de: "{host} beginnt das Spiel.",
  },
  host_away: {
    fr: "{host} n'est pas là. Vous pouvez prendre son rôle.",
    en: "{host} is not here. You may take over.",
    de: "{host} ist nicht da. Du kannst übernehmen.",
  },
  close: { fr: "Débarrasser la table", en: "Clear the table", de: "Tisch abräumen" },
  close_text: {
    fr: "La table disparaît, pour tous ceux qui y sont assis. On ne peut pas revenir en arrière.",
    en: "The table goes, for everybody who sits at it. This cannot be undone.",
    de: "Der Tisch verschwindet, für alle, die daran sitzen. Das lässt sich nicht rückgängig machen.",
  },
  keep_table: { fr: "Garder la table", en: "Keep the table", de: "Tisch behalten" },
  couch: {
    fr: "Montrer sur grand écran",
    en: "Show on a big screen",
    de: "Auf großem Bildschirm zeigen",
  },
  nobody: { fr: "l'hôte", en: "the host", de: "der Gastgeber" },
} satisfies Entries;
