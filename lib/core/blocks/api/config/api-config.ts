import { z } from 'zod';
import { Auth } from '../../auth';
import { Body, type ResolvedBody } from '../../body';
import { Rows } from '../../rows';
import type { WrittenPair } from '../../written-pair';
import { Pagination } from './pagination';

export const API_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export const MAX_ATTEMPT_MS = 300_000;
export const MAX_TOTAL_MS = 600_000;
export const MIN_TIMEOUT_MS = 1_000;
const MAX_RETRIES = 10;
export const MAX_REDIRECTS = 5;
const RESPONSE_TYPES = ['auto', 'json', 'text', 'binary'] as const;

const timeout = (most: number, preset: number) =>
  z
    .number('Enter a number of milliseconds.')
    .int('Enter whole milliseconds.')
    .min(MIN_TIMEOUT_MS, `At least ${MIN_TIMEOUT_MS} ms.`)
    .max(most, `At most ${most} ms.`)
    .default(preset);

export const Retry = z.object({
  /** `safe`: POST and PATCH only when the server can't have acted on them. */
  when: z.enum(['always', 'safe', 'never']).default('always'),
  max: z.number().int().min(0, 'At least 0 retries.').max(MAX_RETRIES, 'At most 10 retries.').default(3),
});
export type Retry = z.infer<typeof Retry>;

export const ApiConfig = z.object({
  url: z.string().default(''),
  method: z
    .preprocess((value) => (typeof value === 'string' ? value.toUpperCase() : value), z.enum(API_METHODS))
    .default('GET'),
  params: Rows,
  /** Values of `:name` and `{name}` segments of the URL's path. */
  pathParams: Rows,
  headers: Rows,
  body: Body.default({ kind: 'none' }),
  auth: Auth.default({ kind: 'none' }),
  timeoutMs: timeout(MAX_ATTEMPT_MS, 30_000),
  totalTimeoutMs: timeout(MAX_TOTAL_MS, 120_000),
  retry: Retry.prefault({}),
  failOnStatus: z.boolean().default(false),
  followRedirects: z.boolean().default(true),
  maxRedirects: z
    .number('Enter a number of redirects.')
    .int('Enter a whole number.')
    .min(1, 'At least 1; switch following off for none.')
    .max(MAX_REDIRECTS, `At most ${MAX_REDIRECTS} redirects.`)
    .default(MAX_REDIRECTS),
  responseType: z.enum(RESPONSE_TYPES).default('auto'),
  pagination: Pagination.default({ kind: 'none' }),
});
export type ApiConfig = z.infer<typeof ApiConfig>;

type Pair = [key: string, value: string];

/** What the executor gets: references resolved, path parameters percent-encoded, query rows not yet. */
export interface ResolvedApiConfig
  extends Omit<ApiConfig, 'params' | 'pathParams' | 'headers' | 'body' | 'pagination'> {
  readonly params: readonly WrittenPair[];
  readonly pathParams: readonly Pair[];
  readonly headers: readonly Pair[];
  readonly body: Readonly<ResolvedBody>;
  /** Absent in the logs of older versions. */
  readonly pagination?: Readonly<Pagination>;
}
