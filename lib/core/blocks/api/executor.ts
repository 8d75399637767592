import { readUrl } from '@/lib/platform/read-url';
import type { BlockExecutor, BlockResult, ExecutionContext } from '../block';
import { type AwaitedServer, rememberedNotes, type Sending, sendWhenAvailable } from '../server-wait';
import { noteOutcome, whyNotBegin } from '../unknown-outcome';
import { checkAssertions } from './assertions/check-assertions';
import { RATE_MS, type ResolvedApiConfig } from './config/api-config';
import { collectPages } from './pagination/collect-pages';
import { prepareRequest } from './request/prepare-request';
import { failed, sendRequest } from './request/send-request';
import { serverIn } from './request/server-failure';
import { unknownPolicy } from './request/unknown-policy';

/**
 * Sends one request, or one for each page of a list; outputs `{data, status, headers, error, cookies}`.
 * A status of 400 or more is continuable, a failed assertion is not.
 */
export const executeApi: BlockExecutor<ResolvedApiConfig> = async (config, context) =>
  checkAssertions(await sendOrWait(config, context), config.assertions ?? [], context);

/** Sends; if the block is set to wait for its server, as often as outages make it. */
async function sendOrWait(config: ResolvedApiConfig, context: ExecutionContext): Promise<BlockResult> {
  const { servers, notes } = context;
  const server = servers === undefined ? null : awaitedServer(config, servers.waitsByDefault);
  if (servers === undefined || notes === undefined || server === null) return sendOnce(config, context);
  const remembered = rememberedNotes(notes);
  const send = sender(config, { ...context, notes: remembered });
  return sendWhenAvailable(server, { servers, notes: remembered }, { refuse: failed, send });
}

function sender(config: ResolvedApiConfig, context: ExecutionContext): Sending['send'] {
  const { now = Date.now } = context;
  return async (attempts) => {
    const sinceMs = now();
    const asked = attempts === 'one' ? { ...config, retry: { ...config.retry, max: 0 } } : config;
    const result = await sendOnce(asked, context);
    const server = serverIn(result, config, sinceMs);
    if (typeof server === 'object') await noteOutcome(unknownPolicy(config), context);
    return { result, server };
  };
}

/** Returns the server that this block waits for; null if it waits for none. */
function awaitedServer(
  { url, waitForServer = 'workflow', rate }: ResolvedApiConfig,
  waitsByDefault: boolean,
): AwaitedServer | null {
  if (waitForServer === 'never' || (waitForServer === 'workflow' && !waitsByDefault)) return null;
  const origin = readUrl(url)?.origin;
  // A URL of another scheme has no origin; it fails as it is sent.
  if (origin === undefined || origin === 'null') return null;
  const perSecond = rate?.max === undefined ? null : (rate.max * 1_000) / RATE_MS[rate.per];
  return { origin, perSecond };
}

async function sendOnce(config: ResolvedApiConfig, context: ExecutionContext): Promise<BlockResult> {
  const unknown = await whyNotBegin(unknownPolicy(config), context, nameOf(config), () => {
    const prepared = prepareRequest(config, null);
    if (!prepared.ok) return;
    const { request } = prepared.request;
    context.lostRequest?.({ request, idempotencyKey: context.idempotencyKey });
  });
  if (unknown !== null) return failed(unknown);
  const { pagination, totalTimeoutMs } = config;
  if (pagination !== undefined && pagination.kind !== 'none')
    return collectPages({ ...config, pagination }, context);
  const { idempotencyKey } = context;
  const { result } = await sendRequest({ config, idempotencyKey, totalTimeoutMs, nextUrl: null }, context);
  return result;
}

/** Names the request in messages, without path and query, which may hold secrets. */
const nameOf = ({ method, url }: ResolvedApiConfig): string => `${method} ${readUrl(url)?.host ?? 'request'}`;
