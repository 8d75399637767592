import type { LogFilters } from '../../sdk/src/millrace.js';
import { type Arguments, TEXT, TEXTS } from './read-arguments';
import { UsageError } from './usage-error';

const UNITS_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const AMOUNT = /^([0-9]{1,9})(ms|s|m|h|d)$/;

type Parameter = Exclude<keyof LogFilters, 'workspaceId'>;
type Kind = 'text' | 'list' | 'duration' | 'time' | 'workflows';

/** Every filter of the logs API, by the flag that sets it. */
export const LOG_FILTERS = {
  level: ['level', 'text'],
  status: ['statuses', 'list'],
  trigger: ['triggers', 'list'],
  workflow: ['workflowIds', 'workflows'],
  folder: ['folderIds', 'list'],
  'min-duration': ['minDurationMs', 'duration'],
  'max-duration': ['maxDurationMs', 'duration'],
  'min-cost': ['minCost', 'text'],
  'max-cost': ['maxCost', 'text'],
  model: ['model', 'text'],
  tag: ['tags', 'list'],
  'all-tags': ['allTags', 'list'],
  execution: ['executionId', 'text'],
  since: ['startDate', 'time'],
  until: ['endDate', 'time'],
} as const satisfies Readonly<Record<string, readonly [Parameter, Kind]>>;

const ENTRIES: ReadonlyArray<readonly [string, readonly [Parameter, Kind]]> = Object.entries(LOG_FILTERS);
const isList = (kind: Kind): boolean => kind === 'list' || kind === 'workflows';

export const LOG_FLAGS = Object.fromEntries(
  ENTRIES.map(([flag, [, kind]]) => [flag, isList(kind) ? TEXTS : TEXT]),
);

/**
 * Returns the filters of flags. The server explains a value that it doesn't take, such as an unknown trigger.
 * @throws UsageError
 */
export async function filtersIn(
  given: Arguments,
  workflow: (named: string) => Promise<string>,
): Promise<Omit<LogFilters, 'workspaceId'>> {
  const filters: Array<[string, unknown]> = [];
  for (const [flag, [parameter, kind]] of ENTRIES) {
    const list = given.list(flag);
    const text = given.text(flag);
    if (list !== undefined)
      filters.push([parameter, kind === 'workflows' ? await Promise.all(list.map(workflow)) : list]);
    if (text !== undefined) filters.push([parameter, readFlag(flag, kind, text)]);
  }
  return Object.fromEntries(filters) as Omit<LogFilters, 'workspaceId'>;
}

function readFlag(flag: string, kind: Kind, text: string): string | number {
  if (kind === 'duration') return durationOf(flag, text);
  if (kind === 'time') return timeOf(text);
  return text;
}

/** Milliseconds, with or without a unit. */
function durationOf(flag: string, text: string): number {
  const ms = amountOf(text) ?? Number(text);
  if (text.trim() !== '' && Number.isInteger(ms) && ms >= 0) return ms;
  throw new UsageError(`--${flag}: give milliseconds, or an amount such as 500ms, 2s or 1m.`);
}

/** An amount is a time before now; anything else is a date as the API takes it. */
function timeOf(text: string): string {
  const ms = amountOf(text);
  return ms === null ? text : new Date(Date.now() - ms).toISOString();
}

function amountOf(text: string): number | null {
  const [, amount, unit = ''] = AMOUNT.exec(text) ?? [];
  return amount === undefined ? null : Number(amount) * (UNITS_MS[unit] ?? 1);
}
