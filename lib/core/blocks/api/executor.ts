import { readUrl } from '@/lib/platform/read-url';
import type { BlockExecutor, BlockResult, ExecutionContext } from '../block';
import { whyNotBegin } from '../unknown-outcome';
import { checkAssertions } from './assertions/check-assertions';
import type { ResolvedApiConfig } from './config/api-config';
import { collectPages } from './pagination/collect-pages';
import { failed, sendRequest } from './request/send-request';
import { unknownPolicy } from './request/unknown-policy';

/**
 * Sends one request, or one for each page of a list; outputs `{data, status, headers, error, cookies}`.
 * A status of 400 or more is continuable, a failed assertion is not.
 */
export const executeApi: BlockExecutor<ResolvedApiConfig> = async (config, context) => {
  const unknown = await whyNotBegin(unknownPolicy(config), context, nameOf(config));
  if (unknown !== null) return failed(unknown);
  return checkAssertions(await send(config, context), config.assertions ?? [], context);
};

async function send(config: ResolvedApiConfig, context: ExecutionContext): Promise<BlockResult> {
  const { pagination, totalTimeoutMs } = config;
  if (pagination !== undefined && pagination.kind !== 'none')
    return collectPages({ ...config, pagination }, context);
  const { idempotencyKey } = context;
  const { result } = await sendRequest({ config, idempotencyKey, totalTimeoutMs, nextUrl: null }, context);
  return result;
}

/** Names the request in messages, without path and query, which may hold secrets. */
const nameOf = ({ method, url }: ResolvedApiConfig): string => `${method} ${readUrl(url)?.host ?? 'request'}`;
