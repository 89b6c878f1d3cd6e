/** What is said of the bots of the house, and what they say to people. */

import type { Entries } from "../texts.ts";

export const bots = {
  random: { fr: "Hasard", en: "Chance", de: "Zufall" },
  against: { fr: "Contre qui ?", en: "Against whom?", de: "Gegen wen?" },
  against_label: {
    fr: "Robots contre qui jouer",
    en: "Bots to play against",
    de: "Bots, gegen die du spielst",
  },
  pick_title: {
    fr: "Qui prend la chaise {seat} ?",
    en: "Who takes chair {seat}?",
    de: "Wer nimmt Stuhl {seat}?",
  },
  pick: { fr: "Qui s'assied ici ?", en: "Who sits here?", de: "Wer sitzt hier?" },
  pick_of: { fr: "(chaise {seat})", en: "(chair {seat})", de: "(Stuhl {seat})" },
  anybody_text: {
    fr: "La première personne qui passe s'y assied.",
    en: "Whoever comes by first sits down.",
    de: "Wer zuerst kommt, setzt sich.",
  },
  friend_text: {
    fr: "Réservée à qui reçoit l'invitation.",
    en: "Kept for whoever gets the invitation.",
    de: "Freigehalten für die eingeladene Person.",
  },
  temper: {
    fr: "Caractère du robot « {level} »",
    en: "Character of the bot “{level}”",
    de: "Charakter von „{level}“",
  },
  manner: { fr: " : {sentence}", en: ": {sentence}", de: ": {sentence}" },

  hurry: {
    fr: "Presser les robots",
    en: "Hurry the bots",
    de: "Bots zur Eile drängen",
  },
  hurry_tip: {
    fr: "Les robots répondent aussitôt, sans faire mine de réfléchir.",
    en: "The bots answer at once, without a show of thinking.",
    de: "Die Bots antworten sofort und tun nicht erst so, als überlegten sie.",
  },

  hints: { fr: "Conseils", en: "Hints", de: "Tipps" },
  hints_text: {
    fr: "On peut demander au capitaine ce qu'il ferait. À couper pour une partie sérieuse.",
    en: "People may ask what the captain would do. Switch it off for a serious game.",
    de: "Man darf den Kapitän fragen, was er täte. Für ernste Partien abschalten.",
  },
  hint: { fr: "Conseil", en: "Hint", de: "Tipp" },
  hint_title: {
    fr: "Le capitaine, à votre place",
    en: "The captain in your place",
    de: "Der Kapitän an deiner Stelle",
  },
  hint_only: {
    fr: "Il n'y a pas d'autre choix.",
    en: "There is no other choice.",
    de: "Es gibt keine andere Wahl.",
  },
  hint_best: {
    fr: "Dans {visits} suites jouées en pensée avec ce que vous savez, {lead} {points:point|points} de mieux que le choix suivant.",
    en: "Played on {visits} times in thought from what you know, {lead} points better than the next best.",
    de: "In {visits} gedachten Fortsetzungen aus dem, was du weißt, {lead} Punkte besser als das Nächstbeste.",
  },
  hint_close: {
    fr: "Après {visits} suites jouées en pensée avec ce que vous savez, le choix suivant le vaut à peu près.",
    en: "Played on {visits} times in thought from what you know, the next best is about as good.",
    de: "Nach {visits} gedachten Fortsetzungen aus dem, was du weißt, ist das Nächstbeste etwa gleich gut.",
  },
  thinking: {
    fr: "Le capitaine réfléchit…",
    en: "The captain is thinking…",
    de: "Der Kapitän denkt nach …",
  },
  waking: {
    fr: "Le capitaine monte à bord : la première fois, cela prend une minute. On lui redemande…",
    en: "The captain is coming aboard: the first time takes a minute. Asking again…",
    de: "Der Kapitän kommt an Bord: Beim ersten Mal dauert es eine Minute. Wir fragen weiter …",
  },
  best: { fr: "le mieux", en: "the best", de: "das Beste" },
  others: {
    fr: "Points attendus, par rapport au mieux (estimés avec ce que vous savez, rien d'autre) :",
    en: "Expected points compared with the best (estimated from what you know, nothing else):",
    de: "Erwartete Punkte, verglichen mit dem Besten (geschätzt aus dem, was du weißt, sonst nichts):",
  },
  given_up: {
    fr: "{number} {number:autre|autres}, vite {number:écarté|écartés} : à la louche",
    en: "{number} {number:other|others}, given up early: roughly",
    de: "{number} andere, früh verworfen: nur grob",
  },
  untried: {
    fr: "{number} {number:autre, non essayé|autres, non essayés}.",
    en: "{number} {number:other|others}, not tried.",
    de: "{number} {number:weitere|weitere}, nicht durchgespielt.",
  },
  do_it: { fr: "Faire cela", en: "Do that", de: "So machen" },

  away_title: {
    fr: "Pendant votre absence",
    en: "While you were away",
    de: "Während du weg warst",
  },
  away_text: {
    fr: "« {level} » a gardé votre chaise, le temps de {number} choix :",
    en: "A {level} kept your chair and made {number} {number:choice|choices}:",
    de: "„{level}“ hat deinen Stuhl gehütet und {number}-mal gewählt:",
  },
  away_now: {
    fr: "À vous de reprendre la barre.",
    en: "The helm is yours again.",
    de: "Das Ruder gehört wieder dir.",
  },

  analysis: { fr: "Analyse", en: "Analysis", de: "Analyse" },
  analysis_what: {
    fr: "Chaque décision, comparée à la meilleure avec ce qu'on savait alors. Le capitaine y passe un moment.",
    en: "Every decision compared with the best one, given what was known then. It takes the captain a while.",
    de: "Jede Entscheidung im Vergleich mit der besten, nach dem, was man damals wusste. Der Kapitän braucht dafür eine Weile.",
  },
  analyse: { fr: "Analyser", en: "Analyse", de: "Analysieren" },
  analyse_mine: {
    fr: "Analyser mes choix",
    en: "Analyse my choices",
    de: "Meine Züge analysieren",
  },
  whose: { fr: "Les choix de", en: "The choices of", de: "Die Züge von" },
  working: {
    fr: "Le capitaine relit la partie…",
    en: "The captain is going through the game…",
    de: "Der Kapitän geht die Partie durch …",
  },
  skill: { fr: "Adresse", en: "Skill", de: "Können" },
  luck: { fr: "Chance", en: "Luck", de: "Glück" },
  skill_perfect: {
    fr: "Pas un point perdu : rien de mieux à trouver avec ce qu'on savait.",
    en: "Not a point given away: nothing better could be found with what was known.",
    de: "Kein Punkt verschenkt: Mit dem, was man wusste, war nichts Besseres zu finden.",
  },
  skill_text: {
    fr: "Ce que les choix ont coûté, face aux meilleurs du moment.",
    en: "What the choices cost, compared with the best ones at the time.",
    de: "Was die Züge gekostet haben, verglichen mit den damals besten.",
  },
  luck_good: {
    fr: "Le reste : les cartes ont souri, et les autres ont fait des cadeaux.",
    en: "All the rest: the cards and the others were kind.",
    de: "Alles Übrige: Karten und Mitspieler meinten es gut.",
  },
  luck_bad: {
    fr: "Le reste : les cartes et les autres ne faisaient pas de cadeaux.",
    en: "All the rest: neither the cards nor the others were kind.",
    de: "Alles Übrige: Karten und Mitspieler meinten es nicht gut.",
  },
  turning_points: { fr: "Les tournants", en: "Turning points", de: "Wendepunkte" },
  no_turning_points: {
    fr: "Aucun moment ne sort du lot.",
    en: "No moment stands out.",
    de: "Kein Augenblick sticht heraus.",
  },
  went_better: {
    fr: "La suite a mieux tourné que prévu pour {name}.",
    en: "What followed went better for {name} than expected.",
    de: "Danach lief es für {name} besser als erwartet.",
  },
  went_worse: {
    fr: "La suite a moins bien tourné que prévu pour {name}.",
    en: "What followed went worse for {name} than expected.",
    de: "Danach lief es für {name} schlechter als erwartet.",
  },
  decisions: {
    fr: "Toutes les décisions ({number})",
    en: "All decisions ({number})",
    de: "Alle Entscheidungen ({number})",
  },
  no_decisions: {
    fr: "Il n'y avait rien à décider.",
    en: "There was nothing to decide.",
    de: "Es gab nichts zu entscheiden.",
  },
  turn: { fr: "Tour", en: "Turn", de: "Zug" },
  chosen: { fr: "Choisi", en: "Chosen", de: "Gewählt" },
  better: { fr: "Mieux : {choice}", en: "Better: {choice}", de: "Besser: {choice}" },
  cost: { fr: "Coût", en: "Cost", de: "Kosten" },
  is_best: { fr: "c'était le mieux", en: "it was the best", de: "es war das Beste" },
  see_turn: {
    fr: "Voir le tour {turn}",
    en: "See turn {turn}",
    de: "Zug {turn} ansehen",
  },
  turning_point: { fr: "tournant", en: "turning point", de: "Wendepunkt" },

  par: {
    fr: "Et les champions ?",
    en: "And the champions?",
    de: "Und die Champions?",
  },
  par_what: {
    fr: "Les mêmes donnes, jouées par des champions entre eux : voilà ce qu'on pouvait en tirer.",
    en: "The same hands, played by champions among themselves: this much was in them.",
    de: "Dieselben Blätter, von Champions unter sich gespielt: So viel war herauszuholen.",
  },
  par_ask: {
    fr: "Comparer aux champions",
    en: "Compare with the champions",
    de: "Mit den Champions vergleichen",
  },
  par_working: {
    fr: "Les champions jouent vos cartes…",
    en: "The champions are playing your cards…",
    de: "Die Champions spielen eure Karten …",
  },
  par_hand: { fr: "Donne", en: "Hand", de: "Blatt" },
  par_champion: { fr: "Champions", en: "Champions", de: "Champions" },
  par_ahead: { fr: "Face à eux", en: "Beside them", de: "Im Vergleich" },
  above: { fr: "mieux que les champions", en: "above the champions", de: "über den Champions" },
  below: {
    fr: "moins bien que les champions",
    en: "below the champions",
    de: "unter den Champions",
  },
} satisfies Entries;
