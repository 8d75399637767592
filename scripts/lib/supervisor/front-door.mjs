import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { explainListenFailure } from '../ports.mjs';

/** The number of connections that wait while no process is ready; further ones are closed immediately. */
const MOST_WAITING = 1_000;
const CLOSE_WITHIN_MS = 2_000;
/** Closing a port resets connections in the system's queue; after this time without one, it is empty. */
const QUIET_MS = 10;

/**
 * Opens one port for several processes. It accepts connections and distributes them, one at a time to each,
 * so that an unresponsive process delays at most one. A process of `launchApp` takes part from `admit(app)`
 * on, for its lifetime; `guard(app)` is the same process, removed before it is stopped. A connection that a
 * process had not taken over when it died goes to the next.
 */
export async function openFrontDoor({ port, host }) {
  const server = net.createServer({ allowHalfOpen: true, pauseOnConnect: true, noDelay: true });
  const waiting = [];
  const idle = [];
  const members = new Map();
  let arrived = 0;

  function handRound() {
    while (waiting.length > 0 && idle.length > 0) idle.shift().take(waiting.shift());
  }

  function admit({ child, gone }) {
    /** The socket on its way to the process. No data is read before the process confirms it. */
    /** @type {net.Socket | null} */
    let held = null;
    const member = {
      take(socket) {
        held = socket;
        // The end of a process that died in the meantime is handled below.
        child.send({ type: 'connection' }, socket, { keepOpen: true }, () => {});
      },
      isHolding: () => held !== null,
    };
    const heard = ({ type }) => {
      if (type !== 'connection-taken' || held === null) return;
      held.destroy(); // this process's copy of it
      held = null;
      if (members.has(child)) idle.push(member);
      handRound();
    };
    child.on('message', heard);
    gone.then(() => {
      dismiss(child);
      if (held !== null) waiting.unshift(held);
      held = null;
      handRound();
    });
    members.set(child, member);
    idle.push(member);
    handRound();
  }

  function dismiss(child) {
    const place = idle.indexOf(members.get(child));
    if (place >= 0) idle.splice(place, 1);
    members.delete(child);
  }

  server.on('connection', (socket) => {
    arrived += 1;
    socket.on('error', () => {}); // the process that takes it over sees that too
    if (waiting.length >= MOST_WAITING) return socket.destroy();
    // Otherwise Node keeps a list of sent sockets, and queries it when the server closes.
    Object.assign(socket, { server: null });
    waiting.push(socket);
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
  return { admit, guard, close };
}
