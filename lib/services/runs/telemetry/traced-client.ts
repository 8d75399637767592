import { env } from '../../../platform/env';
import type { OutboundClient } from '../../../platform/outbound-http/contract';
import { wrapClient } from '../../../platform/outbound-http/wrap-client';
import { readUrl } from '../../../platform/read-url';
import type { ExecutionRow } from '../shapes/execution-row';
import { traceparentOfKey } from './trace-of-run';

const HEADER = 'traceparent';

/**
 * Returns a client that tells the hosts of `OUTBOUND_TRACEPARENT` which span their work belongs to. Others are told
 * nothing, and an author's own header stays.
 */
export function tracedClient(
  client: OutboundClient,
  row: Pick<ExecutionRow, 'executionId' | 'traceparent'>,
  hosts: readonly string[] = env().OUTBOUND_TRACEPARENT,
): OutboundClient {
  if (hosts.length === 0) return client;
  return wrapClient(client, (request, options) => {
    const { url, headers } = request;
    const key = options?.idempotencyKey;
    if (key === undefined || !isTraced(url, hosts) || headers.some(([name]) => name.toLowerCase() === HEADER))
      return client.request(request, options);
    const value = traceparentOfKey(row, key);
    if (value === undefined) return client.request(request, options);
    return client.request({ ...request, headers: [...headers, [HEADER, value]] }, options);
  });
}

/** An entry without a port stands for all ports of its host. */
function isTraced(url: string, hosts: readonly string[]): boolean {
  const parsed = readUrl(url);
  if (parsed === null) return false;
  const port = parsed.port || (parsed.protocol === 'https:' ? '443' : '80');
  return hosts.includes(parsed.hostname) || hosts.includes(`${parsed.hostname}:${port}`);
}
