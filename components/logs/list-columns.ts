import { MAX_VALUE_COLUMNS, readValuePath } from '@/lib/services/log-values/schema';

/** Columns beside status and workflow, which are always shown. */
export const OPTIONAL_COLUMNS = [
  { id: 'time', label: 'Started' },
  { id: 'trigger', label: 'Trigger' },
  { id: 'version', label: 'Version' },
  { id: 'execution', label: 'Execution' },
  { id: 'tags', label: 'Tags' },
  { id: 'tokens', label: 'Tokens' },
  { id: 'cost', label: 'Cost' },
  { id: 'duration', label: 'Duration' },
] as const;
export type OptionalColumn = (typeof OPTIONAL_COLUMNS)[number]['id'];

/** The columns of the list: optional ones, and paths into the input or output of each run. */
export interface ListColumns {
  optional: readonly OptionalColumn[];
  paths: readonly string[];
}

export const STANDARD_COLUMNS: ListColumns = {
  optional: ['time', 'trigger', 'execution', 'cost', 'duration'],
  paths: [],
};

/** The list as a table of what went in and what came out. */
export const INPUTS_AND_OUTPUTS: ListColumns = { optional: ['time', 'duration'], paths: ['input', 'output'] };

/** Stands in an address for a list without optional columns. */
const NO_COLUMNS = 'none';

/** Reads columns as they are in an address; null if there are none in it. What it does not know is left out. */
export function readColumns(text: string | null): ListColumns | null {
  if (text === null || text === '') return null;
  const names = new Set(text.split(','));
  return {
    optional: OPTIONAL_COLUMNS.flatMap(({ id }) => (names.has(id) ? [id] : [])),
    paths: [...names].filter((name) => readValuePath(name) !== null).slice(0, MAX_VALUE_COLUMNS),
  };
}

export function writeColumns({ optional, paths }: ListColumns): string {
  return [...optional, ...paths].join(',') || NO_COLUMNS;
}

/** Says why a path can't be added; null if it can. */
export function whyNoColumn(text: string, { paths }: ListColumns): string | null {
  if (readValuePath(text) === null) return 'Type a path such as input.customer.id or output.total.';
  if (paths.includes(text)) return 'This column is there already.';
  return paths.length < MAX_VALUE_COLUMNS ? null : `At most ${MAX_VALUE_COLUMNS} values.`;
}
