// Land Unter for four as a boardgame.io game: the rules and the view of src/tablee/games/land_unter.
const { ActivePlayers, INVALID_MOVE } = require("boardgame.io/core");

const SEATS = 4;
const CARDS = 60;
const HAND = 12;
const LEVELS = 12;

const range = (length) => Array.from({ length }, (_, number) => number);
const DECK = range(CARDS).map((card) => card + 1);

function setup({ random }) {
  const deck = random.Shuffle(DECK);
  const byCard = (one, other) => one - other;
  const hands = range(SEATS).map((hand) =>
    deck.slice(hand * HAND, (hand + 1) * HAND).sort(byCard),
  );
  const levels = range(2 * LEVELS).map((place) => (place >> 1) + 1);
  const G = {
    secret: {
      hands,
      held: [],
      piles: range(SEATS).map(() => random.Shuffle(levels)),
      chosen: range(SEATS).map(() => 0),
    },
    shown: hands.map(() => []),
    roundsDone: 0,
    tricksDone: 0,
    over: false,
    water: [],
    players: range(SEATS).map(() => ({ score: 0, points: [], card: 0, chosen: false })),
  };
  beginRound(G);
  return G;
}

function beginRound(G) {
  G.players.forEach((player, seat) => {
    const hand = handOf(G, seat);
    const cards = G.secret.hands[hand];
    G.secret.held[seat] = [...cards];
    player.hand = hand;
    player.announced = buoysOf(cards);
    player.buoys = player.announced;
    player.cards = HAND;
    player.level = 0;
    player.out = false;
  });
  G.tricksDone = 0;
  revealWater(G);
}

function handOf(G, seat) {
  return (seat + SEATS - Math.min(G.roundsDone, SEATS - 1)) % SEATS;
}

function buoysOf(cards) {
  const halves = (card) => [0, 1, 2, 1, 0][Math.floor((card - 1) / 12)];
  return cards.reduce((sum, card) => sum + halves(card), 0) >> 1;
}

function revealWater(G) {
  const pile = G.secret.piles[G.roundsDone];
  const [one, other] = pile.slice(2 * G.tricksDone, 2 * G.tricksDone + 2);
  G.water = [Math.min(one, other), Math.max(one, other)];
}

function choose({ G, playerID }, card) {
  const player = G.players[playerID];
  if (player.out || player.chosen || !G.secret.held[playerID].includes(card)) {
    return INVALID_MOVE;
  }
  G.secret.chosen[playerID] = card;
  player.chosen = true;
  if (G.players.every((other) => other.out || other.chosen)) settleTrick(G);
}

function settleTrick(G) {
  layCards(G);
  takeWater(G);
  payForTheFlood(G);
  G.tricksDone += 1;
  if (G.tricksDone === HAND || playersIn(G) <= 2) endRound(G);
  else revealWater(G);
}

function layCards(G) {
  const { chosen, held } = G.secret;
  G.players.forEach((player, seat) => {
    player.card = chosen[seat];
    player.chosen = false;
    if (player.out) return;
    held[seat] = held[seat].filter((card) => card !== chosen[seat]);
    player.cards = held[seat].length;
    const shown = G.shown[player.hand];
    if (!shown.includes(chosen[seat])) shown.push(chosen[seat]);
    chosen[seat] = 0;
  });
}

function takeWater(G) {
  const [first, second] = [...G.players].sort((one, other) => other.card - one.card);
  first.level = G.water[0];
  second.level = G.water[1];
}

function payForTheFlood(G) {
  let paid = false;
  while (!paid && playersIn(G) > 2) {
    const highest = Math.max(...G.players.map((player) => player.level));
    if (highest === 0) return;
    for (const player of G.players.filter(({ level }) => level === highest)) {
      if (player.buoys > 0) {
        player.buoys -= 1;
        paid = true;
      } else {
        player.out = true;
        player.level = 0;
      }
    }
  }
}

function playersIn(G) {
  return G.players.filter(({ out }) => !out).length;
}

function endRound(G) {
  const levels = G.players.filter(({ out }) => !out).map(({ level }) => level);
  const lowest = Math.min(...levels);
  for (const player of G.players) {
    const bonus = player.level === lowest ? 1 : 0;
    player.points.push(player.out ? -1 : player.buoys + bonus);
    player.score = player.points.reduce((sum, points) => sum + points, 0);
  }
  G.roundsDone += 1;
  if (G.roundsDone < SEATS) {
    beginRound(G);
  } else {
    G.over = true;
    G.water = [];
  }
}

function playerView({ G, playerID }) {
  const { secret, shown, roundsDone, tricksDone, ...table } = G;
  const seat = playerID === null ? null : Number(playerID);
  const remembered = new Set();
  secret.hands.forEach((cards, hand) => {
    const heldBefore = seat !== null && (seat - hand + SEATS) % SEATS <= roundsDone;
    for (const card of heldBefore ? cards : shown[hand]) remembered.add(card);
  });
  return {
    ...table,
    seat,
    round: Math.min(roundsDone + 1, SEATS),
    trick: Math.min(tricksDone + 1, HAND),
    waterSeen: G.over ? [] : secret.piles[roundsDone].slice(0, 2 * tricksDone),
    hand: seat === null ? null : secret.held[seat],
    unknown: DECK.filter((card) => !remembered.has(card)),
    players: G.players.map((player, other) => ({
      ...player,
      known: secret.held[other].filter((card) => remembered.has(card)),
    })),
  };
}

module.exports = {
  name: "land-unter",
  minPlayers: SEATS,
  maxPlayers: SEATS,
  setup,
  playerView,
  moves: {
    // All choose at once: a choice counts whatever state its client has seen, and is nobody's
    // business but the server's.
    choose: { move: choose, client: false, redact: true, ignoreStaleStateID: true },
  },
  turn: { activePlayers: ActivePlayers.ALL },
  endIf: ({ G }) => (G.over ? { scores: G.players.map(({ score }) => score) } : undefined),
  disableUndo: true,
  // Not deltaState: its patches name the state the chooser had seen, and boardgame.io's client drops
  // a patch to any other state than its own, so that of four choices at once three would be lost.
  // The server also takes three to four times the processor time to make them.
};
