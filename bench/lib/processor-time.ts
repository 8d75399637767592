import { readdirSync, readFileSync } from 'node:fs';

/** The clock ticks of a second in /proc, which Linux fixes for programs. */
const TICKS = 100;

interface Stat {
  parent: number;
  name: string;
  ms: number;
}

/**
 * Returns the processor time in ms that the Node processes at and below `pid` have used, children that have
 * ended not counted. It does not depend on how long a disk takes, as rates do. Linux only.
 */
export function processorMs(pid: number): number {
  const all = new Map<number, Stat>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null;
    if (stat !== null) all.set(Number(name), stat);
  }
  const isBelow = (each: number): boolean =>
    each === pid || (each > 1 && isBelow(all.get(each)?.parent ?? 0));
  let sum = 0;
  for (const [each, { name, ms }] of all) if (name.startsWith('node') && isBelow(each)) sum += ms;
  return sum;
}

function readStat(pid: number): Stat | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return null; // it has ended
  }
  const end = text.lastIndexOf(')');
  const name = text.slice(text.indexOf('(') + 1, end);
  const fields = text.slice(end + 2).split(' ');
  return { parent: Number(fields[1]), name, ms: ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS };
}
