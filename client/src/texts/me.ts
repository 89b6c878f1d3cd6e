/** What the visitor's own page says, and the page that carries on from another device. */

import type { Entries } from "../texts.ts";

export const me = {
  title: { fr: "Vous", en: "You", de: "Du" },
  unknown: {
    fr: "La maison ne vous connaît pas encore. Un nom suffit pour entrer.",
    en: "The house does not know you yet. A name is enough to come in.",
    de: "Das Haus kennt dich noch nicht. Ein Name genügt.",
  },
  come_in: { fr: "Entrer", en: "Come in", de: "Hereinkommen" },
  name: { fr: "Nom", en: "Name", de: "Name" },
  name_text: {
    fr: "Il vaut pour les tables à venir ; là où vous êtes déjà assis, l'ancien reste.",
    en: "It holds for tables to come; where you sit already, the old one stays.",
    de: "Er gilt für künftige Tische; wo du schon sitzt, bleibt der alte.",
  },
  save: { fr: "Garder", en: "Save", de: "Übernehmen" },
  saved: { fr: "C'est noté.", en: "Saved.", de: "Gemerkt." },
  settings: {
    fr: "Réglages de cet appareil",
    en: "Settings of this device",
    de: "Einstellungen dieses Geräts",
  },

  elsewhere: {
    fr: "Continuer sur un autre appareil",
    en: "Continue on another device",
    de: "Auf einem anderen Gerät weitermachen",
  },
  elsewhere_text: {
    fr: "Un lien vous y emmène, avec vos tables. Il sert une seule fois, pendant quinze minutes ; ne le donnez à personne.",
    en: "A link takes you there, with your tables. It works once, for fifteen minutes; give it to nobody.",
    de: "Ein Link nimmt dich mit, samt deinen Tischen. Er gilt einmal, fünfzehn Minuten lang; gib ihn niemandem.",
  },
  make_link: { fr: "Faire un lien", en: "Make a link", de: "Link machen" },
  another_link: { fr: "Un autre lien", en: "Another link", de: "Noch ein Link" },
  qr: {
    fr: "Code QR du lien pour continuer ailleurs",
    en: "QR code of the link to carry on elsewhere",
    de: "QR-Code des Links zum Weitermachen",
  },
  link: {
    fr: "Lien pour continuer ailleurs",
    en: "Link to carry on elsewhere",
    de: "Link zum Weitermachen",
  },

  devices: { fr: "Vos accès", en: "Your ways in", de: "Deine Zugänge" },
  devices_text: {
    fr: "Fermez ceux que vous n'utilisez plus.",
    en: "Close those you no longer use.",
    de: "Schließe die, die du nicht mehr brauchst.",
  },
  device: { fr: "Appareil", en: "Device", de: "Gerät" },
  bot: { fr: "Robot", en: "Bot", de: "Bot" },
  open_link: {
    fr: "Lien pas encore utilisé",
    en: "Link not used yet",
    de: "Link, noch nicht benutzt",
  },
  this_device: { fr: "cet appareil", en: "this device", de: "dieses Gerät" },
  since: { fr: "depuis le {day}", en: "since {day}", de: "seit {day}" },
  revoke: { fr: "Fermer", en: "Close", de: "Schließen" },
  revoke_this: {
    fr: "Cet appareil ne vous connaîtra plus. Sans autre appareil ni lien, vos tables seront hors d'atteinte.",
    en: "This device will no longer know you. Without another device or a link, your tables are out of reach.",
    de: "Dieses Gerät kennt dich dann nicht mehr. Ohne anderes Gerät oder Link kommst du nicht mehr an deine Tische.",
  },
  close_title: {
    fr: "Fermer l'accès de cet appareil",
    en: "Close the way in of this device",
    de: "Den Zugang dieses Geräts schließen",
  },
  close_yes: { fr: "Oui, le fermer", en: "Yes, close it", de: "Ja, schließen" },
  cancel: { fr: "Annuler", en: "Cancel", de: "Abbrechen" },

  mails: {
    fr: "Être prévenu par e-mail",
    en: "Be told by e-mail",
    de: "Per E-Mail Bescheid bekommen",
  },
  mails_text: {
    fr: "Aux tables « au fil des jours », la maison peut vous écrire quand c'est à vous.",
    en: "At tables “over days”, the house can write to you when it is your turn.",
    de: "An Tischen „über mehrere Tage“ kann das Haus dir schreiben, wenn du dran bist.",
  },
  no_mails: {
    fr: "Cette maison n'envoie pas d'e-mails. Passez de temps en temps : la page d'accueil montre d'abord les tables où c'est à vous.",
    en: "This house sends no e-mails. Come by now and then: the home page shows first where it is your turn.",
    de: "Dieses Haus verschickt keine E\u2011Mails. Schau ab und zu vorbei: Die Startseite zeigt zuerst, wo du dran bist.",
  },
  mail: { fr: "Adresse", en: "Address", de: "Adresse" },
  mail_on: { fr: "Prévenez-moi", en: "Tell me", de: "Sag mir Bescheid" },
  mail_off: { fr: "Ne plus m'écrire", en: "No more e-mails", de: "Keine E-Mails mehr" },
  mail_unconfirmed: {
    fr: "Un premier message est parti pour {mail}. Ouvrez-le et confirmez ; le lien vaut un jour.",
    en: "A first message is on its way to {mail}. Open it and confirm; the link is good for a day.",
    de: "Eine erste Nachricht ist unterwegs an {mail}. Öffne sie und bestätige; der Link gilt einen Tag.",
  },
  mail_confirmed: {
    fr: "On vous écrit à {mail}.",
    en: "We write to you at {mail}.",
    de: "Du bekommst Post an {mail}.",
  },

  leave: { fr: "Partir pour de bon", en: "Leave for good", de: "Für immer gehen" },
  leave_text: {
    fr: "Vos chaises sont rendues ou gardées par des robots, votre adresse est oubliée, tous vos accès sont fermés. On ne peut pas revenir en arrière.",
    en: "Your chairs are given back or kept by bots, your address is forgotten, all your ways in are closed. This cannot be undone.",
    de: "Deine Stühle werden frei oder von Bots gehütet, deine Adresse wird vergessen, alle Zugänge werden geschlossen. Das lässt sich nicht rückgängig machen.",
  },
  leave_yes: { fr: "Oui, partir", en: "Yes, leave", de: "Ja, gehen" },

  carry_on: { fr: "Continuer ici", en: "Carry on here", de: "Hier weitermachen" },
  carry_on_text: {
    fr: "Ce lien vient de votre autre appareil. Appuyez, et vos tables sont ici aussi. Il ne sert qu'une fois.",
    en: "This link comes from your other device. Press, and your tables are here too. It works only once.",
    de: "Dieser Link kommt von deinem anderen Gerät. Drück, und deine Tische sind auch hier. Er geht nur einmal.",
  },
  already: {
    fr: "Sur cet appareil, vous êtes déjà {name}. Si vous continuez, vous serez ici la personne que vous êtes sur l'autre appareil.",
    en: "On this device you are already {name}. If you carry on, you will be who you were on the other one.",
    de: "Auf diesem Gerät bist du schon {name}. Machst du weiter, bist du hier die Person vom anderen Gerät.",
  },
  link_spent: {
    fr: "Ce lien a déjà servi ou ses quinze minutes sont passées. Faites-en un autre sur votre premier appareil, sous « Vous et vos appareils ».",
    en: "This link has been used, or its fifteen minutes are over. Make another on your first device, under “You and your devices”.",
    de: "Dieser Link ist schon benutzt, oder seine fünfzehn Minuten sind um. Mach auf dem ersten Gerät einen neuen, unter „Du und deine Geräte“.",
  },
  no_secret: {
    fr: "Il manque la fin de ce lien. Copiez-le en entier, ou scannez le carré.",
    en: "The end of this link is missing. Copy the whole of it, or scan the square.",
    de: "Das Ende dieses Links fehlt. Kopiere ihn ganz oder scanne das Quadrat.",
  },
} satisfies Entries;
