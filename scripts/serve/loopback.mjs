// Listens on this computer alone. Needs only Node, as serve.mjs does.

import { createServer } from 'node:http';

/** Browsers open 6 to a host. Each may have a file open, and half a megabyte of it on its way to a slow reader. */
export const MAX_CONNECTIONS = 128;

/** Requests of one connection that may wait for the answer to another. Browsers send one at a time. */
const MAX_WAITING = 8;

/** Whoever connects asks at once. Others, who send a letter a second, keep no connection from those who do. */
const PATIENCE = { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 5_000 };

/**
 * @param {import('node:http').RequestListener} listener
 * @param {typeof PATIENCE} patience
 */
function limitedServer(listener, patience) {
  const server = createServer(patience, inTurn(listener));
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

/**
 * Gives a listener the requests of each connection one after the other. Node would give it all that came in one packet,
 * a thousand files would be open at once, and stay so where the connection ends before their turn.
 * @param {import('node:http').RequestListener} listener
 * @returns {import('node:http').RequestListener}
 */
function inTurn(listener) {
  /** @type {WeakMap<import('node:net').Socket, (() => void)[]>} */
  const waiting = new WeakMap();
  return (request, response) => {
    const { socket } = request;
    const begin = () => {
      response.once('close', () => {
        const next = waiting.get(socket)?.shift();
        if (!next) waiting.delete(socket);
        else if (!socket.destroyed) next();
      });
      listener(request, response);
    };
    const others = waiting.get(socket);
    if (others && others.length >= MAX_WAITING) socket.destroy();
    else if (others) others.push(begin);
    else {
      waiting.set(socket, []);
      begin();
    }
  };
}

/** Free ports that are tried, where another program has the same one on ::1. */
const MAX_TRIES = 20;

/**
 * Listens on 127.0.0.1, and on ::1 if this computer has it: a browser may use either for `localhost`. A port that
 * another program has on one of the two is taken: it would get what is asked of `localhost`, the path included.
 * @param {{ port: number, strict: boolean, answer: import('node:http').RequestListener, patience?: typeof PATIENCE }}
 *   options `strict`: fail if the port is taken; otherwise use a free one. `patience` with who connects and does not ask
 * @returns {Promise<{ port: number, close: () => Promise<void> }>}
 */
export async function listenOnLoopback({ port, strict, answer, patience = PATIENCE }) {
  for (let tries = 1; ; tries++) {
    try {
      return await listenOnBoth(tries === 1 ? port : 0, () => limitedServer(answer, patience));
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      const isTaken = code === 'EADDRINUSE' || code === 'EACCES';
      if ((strict && port !== 0) || !isTaken || tries === MAX_TRIES) throw error;
    }
  }
}

/**
 * @param {number} port
 * @param {() => import('node:http').Server} newServer
 */
async function listenOnBoth(port, newServer) {
  const first = newServer();
  const taken = await listen(first, port, '127.0.0.1');
  const second = newServer();
  const servers = [first, second];
  await listen(second, taken, '::1').catch(async (error) => {
    // Any other error says that there is no ::1 here, which nobody else can have either.
    if (error.code === 'EADDRINUSE' || error.code === 'EACCES') {
      await closed([first]);
      throw error;
    }
    servers.pop();
  });
  return { port: taken, close: () => closed(servers) };
}

/** @param {import('node:http').Server[]} servers */
async function closed(servers) {
  for (const server of servers) server.closeAllConnections();
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
}

/**
 * @param {import('node:http').Server} server
 * @param {number} port
 * @param {string} host
 * @returns {Promise<number>} the port that it listens on
 */
function listen(server, port, host) {
  return new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(port, host, () => {
      server.off('error', failed);
      const address = server.address();
      done(typeof address === 'object' && address ? address.port : port);
    });
  });
}
