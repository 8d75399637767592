import { z } from 'zod';
import { REQUEST_METHODS } from '../../../../platform/outbound-http/methods';
import { Assertions, type ResolvedAssertion } from '../../assertions';
import { Auth } from '../../auth';
import { Body, type ResolvedBody } from '../../body';
import type { Field } from '../../field';
import { Rows } from '../../rows';
import { wholeMilliseconds, wholeNumber } from '../../whole-number';
import type { WrittenPair } from '../../written-pair';
import { Pagination } from './pagination';

export const MAX_ATTEMPT_MS = 300_000;
export const MAX_TOTAL_MS = 600_000;
export const MIN_TIMEOUT_MS = 1_000;
const MAX_RETRIES = 10;
export const MAX_REDIRECTS = 5;
const RESPONSE_TYPES = ['auto', 'json-like', 'json', 'text', 'binary'] as const;

export const Retry = z.object({
  /** `safe`: POST and PATCH only if the server can't have acted on them. */
  when: z.enum(['always', 'safe', 'never']).default('always'),
  max: wholeNumber({ min: 0, max: MAX_RETRIES, preset: 3, unit: 'retries' }),
});
export type Retry = z.infer<typeof Retry>;

const MAX_RATE = 1_000;
export const RATE_MS = { second: 1_000, minute: 60_000 } as const;

/** A rate shared by all blocks of the workspace that have one for the same server; no `max`: no limit. */
export const RequestRate = z.object({
  max: z.int('Enter a whole number.').min(1, 'At least 1.').max(MAX_RATE, `At most ${MAX_RATE}.`).optional(),
  per: z.enum(['second', 'minute']).default('second'),
});

export const RATE_FIELD: Field = {
  name: 'rate',
  label: 'Rate',
  kind: 'group',
  references: 'none',
  tab: 'Settings',
  help:
    'For all blocks of the workspace with a rate for the same server. They also wait when it answers ' +
    'with Retry-After. Waiting counts towards the total timeout.',
  members: [
    {
      name: 'max',
      label: 'Maximum requests',
      kind: 'number',
      references: 'none',
      min: 1,
      max: MAX_RATE,
      help: 'Empty: no limit.',
      besideNext: true,
    },
    {
      name: 'per',
      label: 'Per',
      kind: 'select',
      references: 'none',
      options: [
        { value: 'second', label: 'Second' },
        { value: 'minute', label: 'Minute' },
      ],
    },
  ],
};

export const WAIT_FOR_SERVER_FIELD: Field = {
  name: 'waitForServer',
  label: 'While the server is unavailable',
  kind: 'select',
  references: 'none',
  tab: 'Settings',
  options: [
    { value: 'workflow', label: 'As in the workflow’s settings' },
    { value: 'always', label: 'Queued runs wait' },
    { value: 'never', label: 'Fail after the retries' },
  ],
  help:
    'A queued run waits until the server answers again, for at most 24 hours. ' +
    'A run whose caller waits for the result fails after its retries.',
};

export const ApiConfig = z.object({
  url: z.string().default(''),
  method: z
    .preprocess((value) => (typeof value === 'string' ? value.toUpperCase() : value), z.enum(REQUEST_METHODS))
    .default('GET'),
  params: Rows,
  /** Values of `:name` and `{name}` segments of the URL's path. */
  pathParams: Rows,
  headers: Rows,
  body: Body.default({ kind: 'none' }),
  auth: Auth.default({ kind: 'none' }),
  timeoutMs: wholeMilliseconds({ min: MIN_TIMEOUT_MS, max: MAX_ATTEMPT_MS, preset: 30_000 }),
  totalTimeoutMs: wholeMilliseconds({ min: MIN_TIMEOUT_MS, max: MAX_TOTAL_MS, preset: 120_000 }),
  retry: Retry.prefault({}),
  rate: RequestRate.prefault({}),
  /** The policy for a request that was under way when the server died; `auto`: repeat it only if safe. */
  onUnknown: z.enum(['auto', 'again', 'fail', 'ask']).default('auto'),
  /** The choice for runs that meet an unavailable server; `workflow`: as the workflow's settings say. */
  waitForServer: z.enum(['workflow', 'always', 'never']).default('workflow'),
  failOnStatus: z.boolean().default(false),
  followRedirects: z.boolean().default(true),
  maxRedirects: wholeNumber({
    max: MAX_REDIRECTS,
    preset: MAX_REDIRECTS,
    unit: 'redirects',
    tooLow: 'At least 1; switch following off for none.',
  }),
  responseType: z.enum(RESPONSE_TYPES).default('auto'),
  pagination: Pagination.default({ kind: 'none' }),
  assertions: Assertions,
});
export type ApiConfig = z.infer<typeof ApiConfig>;

type Pair = [key: string, value: string];

/** The config for the executor: references resolved, path parameters percent-encoded, query rows not yet. */
export interface ResolvedApiConfig
  extends Omit<
    ApiConfig,
    | 'params'
    | 'pathParams'
    | 'headers'
    | 'body'
    | 'pagination'
    | 'onUnknown'
    | 'waitForServer'
    | 'rate'
    | 'assertions'
  > {
  readonly params: readonly WrittenPair[];
  readonly pathParams: readonly Pair[];
  readonly headers: readonly Pair[];
  readonly body: Readonly<ResolvedBody>;
  /** Absent in the logs of older versions. */
  readonly pagination?: Readonly<Pagination>;
  readonly rate?: ApiConfig['rate'];
  readonly onUnknown?: ApiConfig['onUnknown'];
  readonly waitForServer?: ApiConfig['waitForServer'];
  readonly assertions?: readonly ResolvedAssertion[];
}
