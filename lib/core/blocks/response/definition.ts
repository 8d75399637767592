import { z } from 'zod';
import { writeJson } from '../../../platform/text/json-text';
import { defineBlock } from '../define-block';
import { Rows } from '../rows';
import { isSentHeader, notSentWords } from './answer-headers';
import { responseIcon } from './icon';

export const MIN_STATUS = 100;
export const MAX_STATUS = 599;
const STATUS_RULE = `Enter a status from ${MIN_STATUS} to ${MAX_STATUS}, or a reference to one.`;

export const ResponseConfig = z.object({
  /** A number, or text that resolves to one: `<api.status>`. */
  status: z
    .union(
      [z.int(STATUS_RULE).min(MIN_STATUS, STATUS_RULE).max(MAX_STATUS, STATUS_RULE), z.string()],
      STATUS_RULE,
    )
    .default(200),
  headers: Rows,
  /** JSON given as a value instead of text is converted to text. */
  body: z.preprocess(
    (value) => (value === undefined || typeof value === 'string' ? value : writeJson(value, null, 2)),
    z.string().default(''),
  ),
});
export type ResponseConfig = z.infer<typeof ResponseConfig>;

export interface ResolvedResponseConfig {
  readonly status: unknown;
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>;
  readonly body: unknown;
}

/** Returns the status that a value means; null if it is none. */
export function statusOf(value: unknown): number | null {
  const status = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof status !== 'number' || !Number.isInteger(status)) return null;
  return status >= MIN_STATUS && status <= MAX_STATUS ? status : null;
}

export const responseDefinition = defineBlock({
  type: 'response',
  title: 'Response',
  description: 'Ends a branch and sets the run’s output and HTTP response.',
  synonyms: [
    'return',
    'output',
    'respond',
    'reply',
    'end',
    'result',
    'exit',
    'finish',
    'answer',
    'respond-to-webhook',
    'status code',
  ],
  icon: responseIcon,
  config: ResponseConfig,
  fields: [
    {
      name: 'status',
      label: 'Status',
      kind: 'text',
      references: 'value',
      placeholder: '200',
      help: STATUS_RULE,
    },
    {
      name: 'body',
      label: 'Body',
      kind: 'value',
      references: 'value',
      startsHere: true,
      placeholder: '<api.data>',
      help:
        'One reference alone keeps its type. Text that is JSON, with its references filled in, ' +
        'is sent as JSON. Anything else is text.',
    },
    { name: 'headers', label: 'Headers', kind: 'rows', references: 'header-rows' },
  ],
  sets: 'response',
  ports: () => [],
  outputs: () => [
    { name: 'status', type: 'number' },
    { name: 'headers', type: 'object' },
    { name: 'body', type: 'any' },
  ],
  check: ({ status }) =>
    typeof status === 'string' && !/[<{]/.test(status) && statusOf(status) === null
      ? [{ field: 'status', message: STATUS_RULE }]
      : [],
  doubts: ({ headers }) =>
    headers.flatMap(({ enabled, key }, index) =>
      enabled && key.trim() !== '' && !/[<{]/.test(key) && !isSentHeader(key)
        ? [{ field: `headers.${index}.key`, message: notSentWords(key) }]
        : [],
    ),
  summary: ({ status, body }) => {
    const text = body.replace(/\s+/g, ' ').trim();
    return `${status}${text === '' ? '' : ` ${text.slice(0, 60)}`}`;
  },
});
