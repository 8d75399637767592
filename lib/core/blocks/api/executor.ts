import type { BlockExecutor } from '../block';
import type { ResolvedApiConfig } from './config/api-config';
import { collectPages } from './pagination/collect-pages';
import { sendRequest } from './request/send-request';

/**
 * Sends one request, or one for each page of a list, and hands on `{data, status, headers, error}`. A status
 * of 400 or more can be continued from.
 */
export const executeApi: BlockExecutor<ResolvedApiConfig> = async (config, context) => {
  const { pagination, totalTimeoutMs } = config;
  if (pagination !== undefined && pagination.kind !== 'none')
    return collectPages({ ...config, pagination }, context);
  const { idempotencyKey } = context;
  const { result } = await sendRequest({ config, idempotencyKey, totalTimeoutMs, nextUrl: null }, context);
  return result;
};
