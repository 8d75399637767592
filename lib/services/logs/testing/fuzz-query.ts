import { randomUUID } from 'node:crypto';
import type { LogSummary } from '../schema';
import type { Dice } from './dice';
import { MODELS } from './fuzz-rows';

/** What there is in the workspace that is asked about. */
export interface Known {
  workspaceId: string;
  workflowIds: readonly string[];
  /** Of one folder that holds the first workflow, and one that holds none. */
  folderIds: readonly [string, string];
  logIds: readonly string[];
  executionIds: readonly string[];
  /** Models that each log used. */
  models: ReadonlyMap<string, string>;
}

/** What every row must be like, as this parameter was sent; independent of how the server reads it. */
interface Check {
  name: string;
  holds: (row: LogSummary) => boolean;
}

export interface Sent {
  search: string;
  checks: Check[];
}

type Maker = (known: Known, dice: Dice) => { value: string; holds?: Check['holds'] };

const list = (dice: Dice, items: readonly string[]): string[] =>
  Array.from({ length: 1 + dice.below(3) }, () => dice.pick(items));

const at = (row: LogSummary): number => Date.parse(row.startedAt);

const MAKERS: Record<string, Maker> = {
  workflowIds: ({ workflowIds }, dice) => {
    const ids = list(dice, [...workflowIds, randomUUID(), 'none']);
    return { value: ids.join(','), holds: ({ workflowId }) => ids.includes(workflowId) };
  },
  folderIds: ({ folderIds, workflowIds }, dice) => {
    const ids = list(dice, [...folderIds, randomUUID()]);
    const holds = ids.includes(folderIds[0]);
    return { value: ids.join(','), holds: ({ workflowId }) => holds && workflowId === workflowIds[0] };
  },
  triggers: (_, dice) => {
    const names = list(dice, ['api', 'webhook', 'schedule', 'manual', 'chat']);
    return { value: names.join(','), holds: ({ trigger }) => names.includes(trigger) };
  },
  level: (_, dice) => {
    const value = dice.pick(['info', 'error']);
    return { value, holds: ({ level }) => level === value };
  },
  statuses: (_, dice) => {
    const names = list(dice, ['success', 'warning', 'error', 'cancelled']);
    return { value: names.join(','), holds: ({ status }) => names.includes(status) };
  },
  startDate: (_, dice) => {
    const ms = Date.now() - dice.below(24 * 3_600_000);
    return { value: new Date(ms).toISOString(), holds: (row) => at(row) >= ms };
  },
  endDate: (_, dice) => {
    const ms = Date.now() - dice.below(24 * 3_600_000);
    return { value: new Date(ms).toISOString(), holds: (row) => at(row) <= ms };
  },
  executionId: ({ executionIds }, dice) => {
    const value = dice.pick([dice.pick(executionIds), randomUUID(), 'none']);
    return { value, holds: ({ executionId }) => executionId === value };
  },
  minDurationMs: (_, dice) => {
    const ms = dice.below(6_000);
    return { value: String(ms), holds: ({ totalDurationMs }) => totalDurationMs >= ms };
  },
  maxDurationMs: (_, dice) => {
    const ms = dice.below(6_000);
    return { value: String(ms), holds: ({ totalDurationMs }) => totalDurationMs <= ms };
  },
  minCost: (_, dice) => {
    const usd = dice.below(100) / 64;
    return { value: String(usd), holds: ({ cost }) => cost.total >= usd };
  },
  maxCost: (_, dice) => {
    const usd = dice.below(100) / 64;
    return { value: String(usd), holds: ({ cost }) => cost.total <= usd };
  },
  model: ({ models }, dice) => {
    const value = dice.pick([...MODELS, 'no such model']);
    return { value, holds: ({ id }) => models.get(id) === value };
  },
  limit: (_, dice) => ({ value: String(1 + dice.below(50)) }),
  order: (_, dice) => ({ value: dice.pick(['asc', 'desc']) }),
  details: (_, dice) => {
    const value = dice.pick(['basic', 'full']);
    return { value, holds: ({ workflow }) => (workflow !== undefined) === (value === 'full') };
  },
  includeTraceSpans: (_, dice) => {
    const value = dice.pick(['true', 'false']);
    return { value, holds: ({ traceSpans }) => (traceSpans !== undefined) === (value === 'true') };
  },
  includeFinalOutput: (_, dice) => {
    const value = dice.pick(['true', 'false']);
    return { value, holds: ({ finalOutput }) => (finalOutput !== undefined) === (value === 'true') };
  },
};

/** Names that are near a parameter's, or are no parameter's. */
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

/**
 * What a hostile value asks for, should the server take it; with any other name there is nothing that it
 * matches.
 */
const MEANT: Record<string, (row: LogSummary, value: string) => boolean> = {
  limit: () => true,
  minDurationMs: (row, value) => row.totalDurationMs >= Number(value),
  maxDurationMs: (row, value) => row.totalDurationMs <= Number(value),
  minCost: (row, value) => row.cost.total >= Number(value),
  maxCost: (row, value) => row.cost.total <= Number(value),
  startDate: (row, value) => at(row) >= Date.parse(value),
  endDate: (row, value) => at(row) <= Date.parse(value),
  includeTraceSpans: (row, value) => (row.traceSpans !== undefined) === (value === 'true'),
  includeFinalOutput: (row, value) => (row.finalOutput !== undefined) === (value === 'true'),
};

/**
 * A query with some parameters right, some hostile: a hostile filter is refused or matches nothing, never
 * nothing at all.
 */
export function queryOf(known: Known, dice: Dice, cursors: readonly string[]): Sent {
  const pairs: Array<[string, string]> = [];
  const checks: Check[] = [];
  const hostility = dice.pick([0, 0, 0.02, 0.1, 0.5]);
  if (dice.chance(0.97))
    pairs.push(['workspaceId', dice.chance(hostility) ? dice.hostileText() : known.workspaceId]);
  checks.push({ name: 'workspaceId', holds: ({ id }) => known.logIds.includes(id) });
  const density = dice.pick([0.03, 0.1, 0.3]);
  for (const [name, make] of Object.entries(MAKERS)) {
    if (!dice.chance(density)) continue;
    if (dice.chance(hostility)) {
      const value = dice.hostileText();
      pairs.push([name, value]);
      checks.push({ name, holds: (row) => MEANT[name]?.(row, value) ?? false });
    } else {
      const { value, holds } = make(known, dice);
      pairs.push([name, value]);
      if (holds) checks.push({ name, holds });
    }
    if (dice.chance(hostility / 5)) pairs.push(pairs.at(-1)!);
  }
  if (dice.chance(0.15)) pairs.push(['cursor', hostileCursor(dice, cursors)]);
  if (dice.chance(hostility / 3)) pairs.push([dice.pick(STRANGE_NAMES), dice.hostileText()]);
  return { search: spelled(pairs, dice), checks };
}

/** A real one, or one that was tampered with. */
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

/** As a form encodes it; now and then with escapes that are broken. */
function spelled(pairs: Array<[string, string]>, dice: Dice): string {
  const search = new URLSearchParams(pairs).toString();
  return dice.chance(0.01) ? `${search}&model=%E0%A4&%%%` : search;
}
