import type { LogSummary } from '../schema';
import type { Dice } from './dice';
import { FILTER_CASES } from './log-filter-cases';
import { type LogsWorld, type RandomLog, randomLog, randomWorld } from './random-logs';

/** The data of the workspace under test. */
export interface Known {
  world: LogsWorld;
  logs: readonly RandomLog[];
}

/** The condition a sent parameter puts on every row; independent of how the server reads it. */
interface Check {
  name: string;
  holds: (row: LogSummary) => boolean;
}

export interface Sent {
  search: string;
  checks: Check[];
}

type Maker = (dice: Dice) => { value: string; holds?: Check['holds'] };

/** Parameters for the form of the response, not its filters. */
const MAKERS: Record<string, Maker> = {
  limit: (dice) => ({ value: String(1 + dice.below(50)) }),
  order: (dice) => ({ value: dice.pick(['asc', 'desc']) }),
  details: (dice) => {
    const value = dice.pick(['basic', 'full']);
    return { value, holds: ({ workflow }) => (workflow !== undefined) === (value === 'full') };
  },
  includeTraceSpans: (dice) => {
    const value = dice.pick(['true', 'false']);
    return { value, holds: ({ traceSpans }) => (traceSpans !== undefined) === (value === 'true') };
  },
  includeFinalOutput: (dice) => {
    const value = dice.pick(['true', 'false']);
    return { value, holds: ({ finalOutput }) => (finalOutput !== undefined) === (value === 'true') };
  },
};

/** Names that are similar to a parameter's, or unknown. */
const STRANGE_NAMES = [
  'workflowId',
  'Level',
  'limit ',
  'startdate',
  '__proto__',
  'constructor',
  '',
  'a\u0000',
  'x',
];

/** The meaning of a hostile value if the server accepts it; with any other name nothing matches it. */
const MEANT: Record<string, (row: LogSummary, value: string) => boolean> = {
  limit: () => true,
  includeTraceSpans: (row, value) => (row.traceSpans !== undefined) === (value === 'true'),
  includeFinalOutput: (row, value) => (row.finalOutput !== undefined) === (value === 'true'),
};

/** Returns a log that was never recorded, of a workflow that doesn't exist. */
const stranger = (dice: Dice): RandomLog => {
  const nowMs = Date.now();
  return randomLog(dice.random, randomWorld(1, 1, nowMs, nowMs + 1), nowMs);
};

/**
 * Returns a query with some valid parameters and some hostile ones: a hostile filter is refused or matches
 * nothing, but is never ignored.
 */
export function queryOf(known: Known, dice: Dice, cursors: readonly string[]): Sent {
  const pairs: Array<[string, string]> = [];
  const checks: Check[] = [];
  const hostility = dice.pick([0, 0, 0.02, 0.1, 0.5]);
  const { world } = known;
  if (dice.chance(0.97))
    pairs.push(['workspaceId', dice.chance(hostility) ? dice.hostileText() : world.workspaceId]);
  const logOf = ({ id }: LogSummary) => known.logs.find(({ logId }) => logId === id);
  checks.push({ name: 'workspaceId', holds: (row) => logOf(row) !== undefined });
  const near = dice.chance(0.15) ? stranger(dice) : dice.pick(known.logs);
  const density = dice.pick([0.03, 0.1, 0.3]);
  for (const [name, { ask, keeps }] of Object.entries(FILTER_CASES)) {
    if (!dice.chance(density)) continue;
    const value = dice.chance(hostility) ? dice.hostileText() : String(ask(near, dice.random, world));
    pairs.push([name, value]);
    checks.push({ name, holds: (row) => keeps(logOf(row)!, value, world) });
    if (dice.chance(hostility / 5)) pairs.push(pairs.at(-1)!);
  }
  for (const [name, make] of Object.entries(MAKERS)) {
    if (!dice.chance(density)) continue;
    if (dice.chance(hostility)) {
      const value = dice.hostileText();
      pairs.push([name, value]);
      checks.push({ name, holds: (row) => MEANT[name]?.(row, value) ?? false });
    } else {
      const { value, holds } = make(dice);
      pairs.push([name, value]);
      if (holds) checks.push({ name, holds });
    }
    if (dice.chance(hostility / 5)) pairs.push(pairs.at(-1)!);
  }
  if (dice.chance(0.15)) pairs.push(['cursor', hostileCursor(dice, cursors)]);
  if (dice.chance(hostility / 3)) pairs.push([dice.pick(STRANGE_NAMES), dice.hostileText()]);
  return { search: spelled(pairs, dice), checks };
}

/** Returns a real cursor, or one that was tampered with. */
export function hostileCursor(dice: Dice, cursors: readonly string[]): string {
  const real = cursors.length === 0 ? '' : dice.pick(cursors);
  const cut = dice.below(real.length + 1);
  return dice.pick([
    real,
    real,
    real.slice(0, cut),
    `${real.slice(0, cut)}A${real.slice(cut + 1)}`,
    real + real,
    dice.hostileText(),
  ]);
}

/** Encodes the query as a form does, occasionally with broken escapes. */
function spelled(pairs: Array<[string, string]>, dice: Dice): string {
  const search = new URLSearchParams(pairs).toString();
  return dice.chance(0.01) ? `${search}&model=%E0%A4&%%%` : search;
}
