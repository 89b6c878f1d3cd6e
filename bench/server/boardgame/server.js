// boardgame.io's own server with its own storage in memory; prints the port it listens on.
const { Server } = require("boardgame.io/server");
const game = require("./game.js");

const server = Server({ games: [game], origins: [] });
server.run(0).then(({ appServer }) => console.log(appServer.address().port));
