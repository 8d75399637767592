import { type ChoiceSource, FILTER_FIELDS, FILTER_RANGES } from '@/lib/services/logs/log-filters';
import { LOG_LEVELS } from '@/lib/services/logs/schema';
import { type FilterName, RANGES } from './log-filters';

export interface Choice {
  value: string;
  label: string;
}

/** The choices of each filter; workflows and folders as far as they are loaded. */
export type FilterChoices = Readonly<Record<ChoiceSource, readonly Choice[]>>;

/** A key of typed queries and the filters that it sets. */
export type QueryKey = { key: string; label: string } & (
  | {
      kind: 'choices';
      parameter: FilterName;
      choicesOf: (all: FilterChoices) => readonly Choice[];
      rule: Rule;
    }
  | { kind: 'text'; parameter: FilterName; isList: boolean }
  | { kind: 'bounds'; min: FilterName; max: FilterName; unit: 'ms' | 'USD' | 'time' }
  | { kind: 'error' }
);

/** `one` of a few words, `many` of them, or the `names` of things that have ids. */
type Rule = 'one' | 'many' | 'names';

const LEVELS: readonly Choice[] = LOG_LEVELS.map((value) => ({ value, label: value }));
const LAST: readonly Choice[] = RANGES.map(({ id, title }) => ({ value: id, label: title }));
const HAVE_IDS: ReadonlySet<ChoiceSource> = new Set(['workflows', 'folders']);

const OF_FIELDS = FILTER_FIELDS.flatMap((field): QueryKey[] => {
  if (field.kind === 'values') return field.inputs.flatMap((input) => keyOf(input) ?? []);
  const { key, label, parameter } = field;
  if (field.kind === 'levels')
    return [{ kind: 'choices', key, label, parameter, choicesOf: () => LEVELS, rule: 'one' }];
  const { choices } = field;
  const rule = HAVE_IDS.has(choices) ? 'names' : 'many';
  return [{ kind: 'choices', key, label, parameter, choicesOf: (all) => all[choices], rule }];
});

type ValueInput = Extract<(typeof FILTER_FIELDS)[number], { kind: 'values' }>['inputs'][number];

/** Both ends of a range are one key, which the first of them makes. */
function keyOf({ name, key, label, kind, unit, isList }: ValueInput): QueryKey | null {
  const range = FILTER_RANGES.find((ends) => ends.some((end) => end === name));
  if (range === undefined) return { kind: 'text', key, label, parameter: name, isList: isList === true };
  const [min, max] = range as [FilterName, FilterName];
  if (name !== min) return null;
  const words = `${key[0]?.toUpperCase()}${key.slice(1)}`;
  return { kind: 'bounds', key, label: words, min, max, unit: kind === 'time' ? 'time' : (unit ?? 'USD') };
}

/** In the order in which they are offered and written. */
export const QUERY_KEYS: readonly QueryKey[] = [
  ...OF_FIELDS,
  {
    kind: 'choices',
    key: 'last',
    label: 'Time range',
    parameter: 'range',
    choicesOf: () => LAST,
    rule: 'one',
  },
  { kind: 'error', key: 'error', label: 'Failed runs with this text' },
];

export const keyNamed = (name: string): QueryKey | undefined => QUERY_KEYS.find(({ key }) => key === name);
