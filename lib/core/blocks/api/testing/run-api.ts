import type { OutboundClient } from '../../../../platform/outbound-http/contract';
import type { BlockResult } from '../../block';
import type { ReadConnectionAuth } from '../../connection-auth';
import { ApiConfig, type ResolvedApiConfig } from '../config/api-config';
import { executeApi } from '../executor';

export type ApiOverrides = Partial<ResolvedApiConfig>;

/** Returns a config as the engine resolves it, with defaults for everything that is not given. */
export function resolvedConfig(overrides: ApiOverrides): ResolvedApiConfig {
  const { params: _p, pathParams: _pp, headers: _h, body: _b, ...defaults } = ApiConfig.parse({});
  return { ...defaults, params: [], pathParams: [], headers: [], body: { kind: 'none' }, ...overrides };
}

export interface ApiCircumstances {
  http: OutboundClient;
  signal?: AbortSignal;
  now?: () => number;
  connectionAuth?: ReadConnectionAuth;
}

export function runApi(
  overrides: ApiOverrides,
  { http, signal = new AbortController().signal, now = Date.now, connectionAuth }: ApiCircumstances,
): Promise<BlockResult> {
  return executeApi(resolvedConfig(overrides), {
    input: null,
    http,
    signal,
    now,
    ...(connectionAuth ? { connectionAuth } : {}),
    idempotencyKey: 'run-7:api',
  });
}
