import type { BlockExecutor } from '../block';
import { whyNotBegin } from '../unknown-outcome';
import type { ResolvedApiConfig } from './config/api-config';
import { collectPages } from './pagination/collect-pages';
import { failed, sendRequest } from './request/send-request';
import { unknownPolicy } from './request/unknown-policy';

/**
 * Sends one request, or one for each page of a list, and hands on `{data, status, headers, error}`. A status
 * of 400 or more can be continued from.
 */
export const executeApi: BlockExecutor<ResolvedApiConfig> = async (config, context) => {
  const { pagination, totalTimeoutMs } = config;
  const unknown = await whyNotBegin(unknownPolicy(config), context, nameOf(config));
  if (unknown !== null) return failed(unknown);
  if (pagination !== undefined && pagination.kind !== 'none')
    return collectPages({ ...config, pagination }, context);
  const { idempotencyKey } = context;
  const { result } = await sendRequest({ config, idempotencyKey, totalTimeoutMs, nextUrl: null }, context);
  return result;
};

/** As people know the request; paths and queries may hold secrets. */
const nameOf = ({ method, url }: ResolvedApiConfig): string =>
  `${method} ${URL.canParse(url) ? new URL(url).host : 'request'}`;
