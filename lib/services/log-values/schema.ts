import { z } from 'zod';
import { readPathInside } from '../../core/references/path-text';
import { listParam, textParam } from '../../platform/http/query-params';

/** The most columns of values in a list, and logs and columns in one request. */
export const MAX_VALUE_COLUMNS = 8;
export const MAX_VALUE_LOGS = 60;
const MAX_PATH_CHARACTERS = 200;
/** Longer values are shown by their beginning. */
export const MAX_VALUE_CHARACTERS = 200;

const VALUE_SIDES = ['input', 'output'] as const;

/** A place in the input or output of a run: `input.customer.id`, `output.items[0]`, or all of it: `output`. */
export interface ValuePath {
  side: (typeof VALUE_SIDES)[number];
  steps: ReadonlyArray<string | number>;
}

/** Reads a path as people type it; null for any other text. */
export function readValuePath(text: string): ValuePath | null {
  const side = VALUE_SIDES.find((each) => text.startsWith(each));
  if (side === undefined || text.length > MAX_PATH_CHARACTERS || text.includes(',')) return null;
  const rest = text.slice(side.length);
  if (rest === '') return { side, steps: [] };
  if (!(rest.startsWith('.') || rest.startsWith('['))) return null;
  const inside = rest.startsWith('.') ? rest.slice(1) : rest;
  const steps = inside === '' ? null : readPathInside(inside);
  return steps === null ? null : { side, steps };
}

export const ValuePathText = textParam(MAX_PATH_CHARACTERS).refine(
  (text) => readValuePath(text) !== null,
  'Give a path such as input.customer.id or output.total.',
);

/** A log's id and start in ms since 1970, by which it is found in the month of its start alone. */
const LogKey = z
  .string()
  .regex(
    /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}:\d{1,13}$/,
    'Give the id of a log and its start in ms, with a colon between.',
  );

const ID_CHARACTERS = 36;

export const readLogKey = (text: string): { id: string; startedMs: number } => ({
  id: text.slice(0, ID_CHARACTERS),
  startedMs: Number(text.slice(ID_CHARACTERS + 1)),
});

export const LogValuesRequest = z.strictObject({
  logs: listParam(LogKey, MAX_VALUE_LOGS),
  paths: listParam(ValuePathText, MAX_VALUE_COLUMNS),
});
export type LogValuesRequest = z.infer<typeof LogValuesRequest>;

export const LogValues = z
  .object({
    logId: z.string().meta({ examples: ['019a8f3c-72d9-7b55-a1f0-3e9d4c6b8a22'] }),
    isTooLarge: z
      .boolean()
      .meta({ description: 'Whether its texts are too large for a list; the values are null then.' }),
    values: z
      .array(z.string().nullable())
      .meta({ description: 'A text for each path, shortened; null: there is none.', examples: [['A-17']] }),
  })
  .meta({ id: 'LogValues' });
export type LogValues = z.infer<typeof LogValues>;
