import { carriesBody } from '@/lib/platform/outbound-http/methods';
import { readRateLimit } from '@/lib/platform/outbound-http/rate-limit';
import type { SentBlock } from '@/lib/services/runs/schema';
import { formatBytes } from '../../ui/format-quantity';

/** The schemas of the largest public services are some 4 MB. */
const MAX_SCHEMA_BYTES = 8 * 1024 * 1024;

/** Turns the block's request into one for the schema: sent once, with its response checked here. */
export function asIntrospection(config: Readonly<Record<string, unknown>>, query: string) {
  return {
    ...config,
    method: carriesBody(String(config.method)) ? config.method : 'POST',
    body: { kind: 'graphql', query, variables: '' },
    responseType: 'json',
    failOnStatus: false,
    retry: { when: 'never', max: 0 },
    pagination: { kind: 'none' },
    assertions: [],
  };
}

interface Answer {
  data?: { data?: { __schema?: unknown } | null; errors?: ReadonlyArray<{ message?: unknown }> } | null;
  status?: number | null;
  /** Names in lower case. */
  headers?: Record<string, string | string[]> | null;
  error?: { message?: unknown } | null;
}

/** Returns the server's schema. @throws Error with the reason that there is none, and how to fix that */
export function receivedSchema({
  output,
  sizes,
  span,
}: Pick<SentBlock, 'output' | 'sizes' | 'span'>): object {
  const answer = (output ?? {}) as Answer;
  const { data, error } = answer;
  const bytes = sizes?.responseBytes ?? 0;
  if (bytes > MAX_SCHEMA_BYTES)
    throw new Error(
      `The schema is too large: ${formatBytes(bytes)} of at most ${formatBytes(MAX_SCHEMA_BYTES)}.`,
    );
  const told = data?.data;
  if (told?.__schema !== null && typeof told?.__schema === 'object') return told;
  throw new Error(whyNoSchema(answer, toMessage(error?.message) ?? toMessage(span.error)));
}

function whyNoSchema({ data, status = null, headers }: Answer, failure: string | null): string {
  const said = Array.isArray(data?.errors) ? toMessage(data.errors[0]?.message) : null;
  const quoted = said === null ? '' : `: “${said}”`;
  if (status !== null && readRateLimit({ status, headers: headers ?? {} }, Date.now()).isReached)
    return (
      `The server returned ${status}${quoted}: it limits the rate of requests. ` +
      'Wait a moment, then load the schema again.'
    );
  if (status === 401 || status === 403)
    return (
      `The server returned ${status}${quoted}. ` +
      'Check the block’s authentication, then load the schema again.'
    );
  if (said !== null)
    return `The server doesn’t share its schema${quoted}. Queries are still checked for their syntax.`;
  if (status === null && failure !== null) return failure;
  if (status !== null && status >= 400) return `The server returned ${status}. Check the URL.`;
  return 'The response is not GraphQL. Check the URL.';
}

const MAX_SAID = 200;

function toMessage(value: unknown): string | null {
  if (typeof value === 'string') return value.slice(0, MAX_SAID);
  const message = (value as { message?: unknown } | null | undefined)?.message;
  return typeof message === 'string' ? message.slice(0, MAX_SAID) : null;
}
