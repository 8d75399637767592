import path from 'node:path';
import { SPECS_BY_ROOM } from './specs-by-room.mjs';

/**
 * Returns the specs of the rooms that hold a changed file, the longest path first, in the order of the table.
 * @param {readonly string[]} changed
 * @param {readonly string[]} specs all spec files
 * @returns {string[]}
 */
export function specsOfRooms(changed, specs) {
  const rows = SPECS_BY_ROOM.filter(([room]) => changed.some((file) => isWithin(file, room)));
  const byLength = rows.toSorted(([one], [other]) => depthOf(other) - depthOf(one));
  return [...new Set(byLength.flatMap(([, names]) => specsNamed(names, specs)))];
}

/**
 * Returns the spec files that the words of a row name.
 * @param {string} names
 * @param {readonly string[]} specs
 * @returns {string[]}
 */
export function specsNamed(names, specs) {
  return names.split(' ').flatMap((name) => specs.filter((spec) => isNamed(spec, name)));
}

function isNamed(spec, name) {
  const own = path.posix.basename(spec, '.spec.ts');
  return name.endsWith('*') ? own.startsWith(name.slice(0, -1)) : own === name;
}

const isWithin = (file, room) => file === room || file.startsWith(`${room}/`);
const depthOf = (room) => room.split('/').length;
