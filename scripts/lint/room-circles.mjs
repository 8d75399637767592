import path from 'node:path';

/** A file directly in one of these folders is a room of its own. */
const FLOORS = new Set(['lib', 'lib/platform', 'lib/core', 'lib/services']);
const HAS_ROOMS = /^(lib|components)\//;
/** Tests of lib may import upwards, to assemble a whole product; those of components may not. */
const MAY_REACH_UP = /^lib\/.*([.](test|spec|bench)[.][cm]?tsx?$|\/testing\/)|^lib\/generated\//;

/** Returns the folder of a file, nested or not. */
function roomOf(file) {
  const folder = path.posix.dirname(file);
  return FLOORS.has(folder) ? file.split('.', 1)[0] : folder;
}

/**
 * Returns the circles of imports between rooms of lib or components, of any length.
 * @param {Array<{source: string, dependencies: Array<{resolved: string}>}>} modules as dependency-cruiser
 * finds them
 * @returns {string[]} for each circle its imports, one a line
 */
export function roomCircles(modules) {
  const rooms = importsByRoom(modules);
  const circles = [];
  for (prune(rooms); rooms.size > 0; prune(rooms)) {
    const circle = walkRound(rooms);
    circles.push(
      circle.map((room, place) => rooms.get(room).get(circle[(place + 1) % circle.length])).join('\n'),
    );
    for (const room of circle) rooms.delete(room);
  }
  return circles;
}

/** Maps each room to the rooms that it imports, each with the first import: `from → to`. */
function importsByRoom(modules) {
  const rooms = new Map();
  for (const { source, dependencies } of modules) {
    if (!counts(source)) continue;
    const room = roomOf(source);
    if (!rooms.has(room)) rooms.set(room, new Map());
    for (const { resolved } of dependencies) {
      const other = roomOf(resolved);
      if (!counts(resolved) || other === room || rooms.get(room).has(other)) continue;
      rooms.get(room).set(other, `${source} → ${resolved}`);
    }
  }
  return rooms;
}

const counts = (file) => HAS_ROOMS.test(file) && !MAY_REACH_UP.test(file);

/** Removes rooms that import no remaining room, until each does. */
function prune(rooms) {
  for (let before = -1; before !== rooms.size; ) {
    before = rooms.size;
    for (const [room, others] of rooms)
      if (![...others.keys()].some((other) => rooms.has(other))) rooms.delete(room);
  }
}

/** Walks from any room until one is repeated. */
function walkRound(rooms) {
  const way = [...rooms.keys()].slice(0, 1);
  for (;;) {
    const next = [...rooms.get(way.at(-1)).keys()].find((other) => rooms.has(other));
    if (way.includes(next)) return way.slice(way.indexOf(next));
    way.push(next);
  }
}
