/** What is said about a deal that was checked: client/src/witness.ts has the claims and states. */

import type { Entries } from "../texts.ts";

export const fair = {
  what: {
    fr: "Votre navigateur a gardé ce qu'il a vu de cette table avant la donne. Il peut refaire la donne lui-même et dire ce que cela prouve, et ce qu'il n'a pas vu.",
    en: "Your browser kept what it saw of this table before the deal. It can deal again by itself and say what that proves, and what it did not see.",
    de: "Dein Browser hat aufbewahrt, was er von diesem Tisch vor dem Geben gesehen hat. Er kann selbst noch einmal geben und sagen, was das beweist und was er nicht gesehen hat.",
  },
  check: { fr: "Vérifier", en: "Check", de: "Prüfen" },
  proved: { fr: "Prouvé", en: "Proved", de: "Bewiesen" },
  contradicted: { fr: "Faux", en: "Wrong", de: "Falsch" },
  unseen: { fr: "Non prouvé", en: "Not proved", de: "Nicht bewiesen" },
  seed_proved: {
    fr: "La maison a utilisé le hasard qu'elle avait promis avant la donne.",
    en: "The house used the chance it had promised before the deal.",
    de: "Das Haus hat den Zufall benutzt, den es vor dem Geben versprochen hatte.",
  },
  seed_contradicted: {
    fr: "La maison n'a pas utilisé le hasard qu'elle avait promis.",
    en: "The house did not use the chance it had promised.",
    de: "Das Haus hat nicht den Zufall benutzt, den es versprochen hatte.",
  },
  seed_unseen: {
    fr: "Ce navigateur n'a pas vu avant la donne quel hasard la maison promettait.",
    en: "This browser did not see before the deal which chance the house promised.",
    de: "Dieser Browser hat vor dem Geben nicht gesehen, welchen Zufall das Haus versprach.",
  },
  nonces_proved: {
    fr: "Parts de hasard montrées comme promis : {names}.",
    en: "Shares of chance shown as promised: {names}.",
    de: "Anteile am Zufall, gezeigt wie versprochen: {names}.",
  },
  nonces_contradicted: {
    fr: "Parts de hasard qui ne sont pas celles promises ou montrées à la donne : {names}.",
    en: "Shares of chance that are not the ones promised, or shown at the deal: {names}.",
    de: "Anteile am Zufall, die nicht die versprochenen oder beim Geben gezeigten sind: {names}.",
  },
  nonces_unseen: {
    fr: "Parts de hasard dont ce navigateur n'a pas vu la promesse avant la donne : {names}.",
    en: "Shares of chance whose promise this browser did not see before the deal: {names}.",
    de: "Anteile am Zufall, deren Versprechen dieser Browser vor dem Geben nicht gesehen hat: {names}.",
  },
  late_proved: {
    fr: "Parts venues trop tard, dit la maison, et qu'elle a remplacées : {names}. Les nouvelles découlent du hasard qu'elle avait promis ; elle n'a pas pu les choisir.",
    en: "Shares that came too late, says the house, and that it replaced: {names}. The new ones follow from the chance it had promised; it could not choose them.",
    de: "Anteile, die laut dem Haus zu spät kamen und die es ersetzt hat: {names}. Die neuen folgen aus dem Zufall, den es versprochen hatte; aussuchen konnte es sie nicht.",
  },
  late_unseen: {
    fr: "Parts venues trop tard, dit la maison, et qu'elle a remplacées : {names}. Les nouvelles découlent de son hasard, mais ce navigateur n'en a pas vu la promesse.",
    en: "Shares that came too late, says the house, and that it replaced: {names}. The new ones follow from its chance, but this browser did not see that promised.",
    de: "Anteile, die laut dem Haus zu spät kamen und die es ersetzt hat: {names}. Die neuen folgen aus seinem Zufall, aber dessen Versprechen hat dieser Browser nicht gesehen.",
  },
  own_proved: {
    fr: "Votre propre part, que personne d'autre ne connaissait, y est.",
    en: "Your own share, which nobody else knew, is in it.",
    de: "Dein eigener Anteil, den sonst niemand kannte, ist darin.",
  },
  own_contradicted: {
    fr: "Votre propre part était promise, et elle n'y est pas.",
    en: "Your own share was promised, and is not in it.",
    de: "Dein eigener Anteil war versprochen und ist nicht darin.",
  },
  own_unseen: {
    fr: "Aucune part de hasard ne vient de ce navigateur.",
    en: "No share of the chance comes from this browser.",
    de: "Von diesem Browser kommt kein Anteil am Zufall.",
  },
  own_late: {
    fr: "Votre propre part n'y est pas : la maison dit qu'elle est venue trop tard.",
    en: "Your own share is not in it: the house says that it came too late.",
    de: "Dein eigener Anteil ist nicht darin: Das Haus sagt, er kam zu spät.",
  },
  deal_proved: {
    fr: "Tout ce qui est distribué ou tiré au sort dans la partie enregistrée découle exactement de ce hasard.",
    en: "Everything dealt or drawn by lot in the record follows exactly from that chance.",
    de: "Alles, was in der Aufzeichnung ausgeteilt oder ausgelost ist, folgt genau aus diesem Zufall.",
  },
  deal_contradicted: {
    fr: "La partie enregistrée se contredit : sa donne ne découle pas du hasard qu'elle indique.",
    en: "The record contradicts itself: its deal does not follow from the chance it names.",
    de: "Die Aufzeichnung widerspricht sich: Was ausgeteilt wurde, folgt nicht aus dem Zufall, den sie nennt.",
  },
  seats_proved: {
    fr: "Chacun est assis là où il l'était avant la donne.",
    en: "Everybody sits where they sat before the deal.",
    de: "Alle sitzen dort, wo sie vor dem Geben saßen.",
  },
  seats_contradicted: {
    fr: "Les joueurs sont assis autrement que ce navigateur ne l'a vu.",
    en: "The players sit otherwise than this browser saw them.",
    de: "Die Spieler sitzen anders, als dieser Browser sie gesehen hat.",
  },
  seats_unseen: {
    fr: "Ce navigateur n'a pas vu avant la donne qui était assis où.",
    en: "This browser did not see before the deal who sat where.",
    de: "Dieser Browser hat vor dem Geben nicht gesehen, wer wo saß.",
  },
  table_proved: {
    fr: "Le jeu, ses règles et ses options sont ceux d'avant la donne.",
    en: "The game, its rules and its options are those from before the deal.",
    de: "Spiel, Regeln und Optionen sind die von vor dem Geben.",
  },
  table_contradicted: {
    fr: "Le jeu, ses règles ou ses options ne sont pas ceux que ce navigateur a vus.",
    en: "The game, its rules or its options are not those this browser saw.",
    de: "Spiel, Regeln oder Optionen sind nicht die, die dieser Browser gesehen hat.",
  },
  table_unseen: {
    fr: "Ce navigateur n'a pas vu avant la donne le jeu, ses règles et ses options.",
    en: "This browser did not see the game, its rules and its options before the deal.",
    de: "Dieser Browser hat Spiel, Regeln und Optionen vor dem Geben nicht gesehen.",
  },
  all_proved: {
    fr: "Personne n'a choisi cette donne, pas même la maison. Que personne ne l'ait regardée, rien ne le prouve.",
    en: "Nobody chose this deal, not even the house. That nobody looked at it cannot be proved.",
    de: "Niemand hat diese Ausgangslage ausgesucht, auch nicht das Haus. Dass niemand sie gesehen hat, lässt sich nicht beweisen.",
  },
  all_late: {
    fr: "Personne n'a choisi cette donne, sauf si la maison et un joueur en retard s'entendent : ensemble, ils pouvaient en éviter une.",
    en: "Nobody chose this deal, unless the house and a late player are in league: together they could avoid one.",
    de: "Niemand hat diese Ausgangslage ausgesucht, außer wenn das Haus und ein verspäteter Spieler zusammenhalten: Gemeinsam konnten sie einer ausweichen.",
  },
  all_contradicted: {
    fr: "Cette donne n'est pas celle qui avait été promise.",
    en: "This is not the deal that was promised.",
    de: "Das ist nicht, was versprochen war.",
  },
  all_unseen: {
    fr: "Rien ne se contredit. Mais seul qui a tout vu avant la donne, et donné sa propre part, a la preuve que personne ne l'a choisie.",
    en: "Nothing contradicts itself. But only those who saw everything before the deal, and gave a share of their own, have proof that nobody chose it.",
    de: "Nichts widerspricht sich. Aber den Beweis, dass niemand die Ausgangslage ausgesucht hat, hat nur, wer vor dem Geben alles gesehen und selbst einen Anteil gegeben hat.",
  },
  hidden: {
    fr: "Cette partie ne dit pas d'où venait son hasard : rien ne peut être prouvé.",
    en: "This record does not say where its chance came from: nothing can be proved.",
    de: "Diese Aufzeichnung sagt nicht, woher ihr Zufall kam: Nichts lässt sich beweisen.",
  },
  save: {
    fr: "Enregistrer ce qu'a vu ce navigateur",
    en: "Save what this browser saw",
    de: "Speichern, was dieser Browser sah",
  },
  save_what: {
    fr: "Avec ce fichier et la partie téléchargée, chacun peut refaire la vérification : tablee verify.",
    en: "With this file and the downloaded record anybody can repeat the check: tablee verify.",
    de: "Mit dieser Datei und der Aufzeichnung kann jeder die Prüfung wiederholen: tablee verify.",
  },
} satisfies Entries;
