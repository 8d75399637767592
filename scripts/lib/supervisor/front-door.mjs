import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { UNTOUCHED, unavailable } from '../../../lib/platform/event-loop/thread/unavailable.mjs';
import { explainListenFailure } from '../ports.mjs';

/** The number of connections that wait while no process is ready; further ones are closed immediately. */
const MOST_WAITING = 1_000;
/** A connection that comes while no process serves any more is turned away after this time. */
const WAITS_AT_MOST_MS = 1_500;
const CLOSE_WITHIN_MS = 2_000;
/** Closing a port resets connections in the system's queue; after this time without one, it is empty. */
const QUIET_MS = 10;

/**
 * Opens the port of the server processes. It accepts connections and distributes them, `atOnce` to each: with
 * several processes one at a time, so that an unresponsive one delays at most one connection. A process of
 * `launchApp` takes part from `admit(app)` on, until it ends or stands still; `guard(app)` is the same process,
 * removed before it is stopped. A connection that a process had not taken over when it died goes to the next.
 * One that it had not taken over when it stood still gets a 503, and so does one that waits for long while no
 * process serves.
 */
export async function openFrontDoor({ port, host, atOnce = 1, waitsAtMostMs = WAITS_AT_MOST_MS }) {
  const server = net.createServer({ allowHalfOpen: true, pauseOnConnect: true, noDelay: true });
  /** @type {net.Socket[]} */
  const waiting = [];
  /** When each came, in ms of `performance.now`. @type {WeakMap<net.Socket, number>} */
  const cameAt = new WeakMap();
  /** A member for each connection that it may still be handed. */
  const free = [];
  const members = new Map();
  let arrived = 0;
  let hasServed = false;

  function handRound() {
    while (waiting.length > 0 && free.length > 0) free.shift().take(waiting.shift());
  }

  /** Turns a connection away unless a process serves again by then. */
  function limitWait(socket) {
    const waitedMs = performance.now() - (cameAt.get(socket) ?? 0);
    const timer = setTimeout(() => {
      const place = waiting.indexOf(socket);
      if (place < 0 || members.size > 0) return;
      waiting.splice(place, 1);
      turnAway(socket);
    }, waitsAtMostMs - waitedMs);
    socket.once('close', () => clearTimeout(timer));
  }

  function admit({ child, gone, stoodStill }) {
    /** The sockets on their way to the process. No data is read before the process confirms them, in order. */
    /** @type {net.Socket[]} */
    let held = [];
    const member = {
      take(socket) {
        held.push(socket);
        // The end of a process that died in the meantime is handled below.
        child.send({ type: 'connection' }, socket, { keepOpen: true }, () => {});
      },
      isHolding: () => held.length > 0,
    };
    child.on('message', ({ type }) => {
      if (type !== 'connection-taken' || held.length === 0) return;
      held.shift()?.destroy(); // this process's copy of it
      if (members.has(child)) free.push(member);
      handRound();
    });
    stoodStill.then(() => {
      dismiss(child);
      for (const socket of held) turnAway(socket);
    });
    gone.then(() => {
      dismiss(child);
      waiting.unshift(...held.filter(({ writable }) => writable));
      for (const socket of held) if (!socket.writable) socket.destroy();
      held = [];
      handRound();
    });
    members.set(child, member);
    hasServed = true;
    for (let count = 0; count < atOnce; count += 1) free.push(member);
    handRound();
  }

  function dismiss(child) {
    const member = members.get(child);
    if (!members.delete(child)) return;
    for (let place = free.length - 1; place >= 0; place -= 1)
      if (free[place] === member) free.splice(place, 1);
    if (members.size === 0) for (const socket of waiting) limitWait(socket);
  }

  server.on('connection', (socket) => {
    arrived += 1;
    socket.on('error', () => {}); // the process that takes it over sees that too
    if (waiting.length >= MOST_WAITING) return socket.destroy();
    // Otherwise Node keeps a list of sent sockets, and queries it when the server closes.
    Object.assign(socket, { server: null });
    waiting.push(socket);
    cameAt.set(socket, performance.now());
    if (hasServed && members.size === 0) limitWait(socket);
    handRound();
  });

  /** Accepts no new connections; resolves once the accepted ones are with a process. */
  async function close() {
    const deadline = performance.now() + CLOSE_WITHIN_MS;
    for (let before = -1; before !== arrived && performance.now() < deadline; await delay(QUIET_MS))
      before = arrived;
    server.close();
    const isBusy = () => waiting.length > 0 || [...members.values()].some((member) => member.isHolding());
    while (members.size > 0 && isBusy() && performance.now() < deadline) await delay(5);
    for (const socket of waiting.splice(0)) socket.destroy();
  }

  server.listen({ port, host });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw explainListenFailure(error, port, host);
  }
  const guard = (app) => ({
    ...app,
    stop() {
      dismiss(app.child);
      return app.stop();
    },
  });
  return { admit, guard, close, arrived: () => arrived };
}

/**
 * Answers a connection that nobody has taken over. What its client has sent is read, so that a process to
 * which the connection is on its way finds no request in it.
 * @param {net.Socket} socket
 */
function turnAway(socket) {
  socket.on('data', () => {}).resume(); // it was paused when it arrived
  socket.end(unavailable(UNTOUCHED));
  setTimeout(() => socket.destroy(), CLOSE_WITHIN_MS).unref();
}
