import { env } from '../../../platform/env';
import type { OutboundClient } from '../../../platform/outbound-http/contract';
import { wrapClient } from '../../../platform/outbound-http/wrap-client';

/** Requests hang at `/test-hang/event-loop` on an event loop alone, at `/test-hang/always` anywhere. */
const PATH = '/test-hang/';

/**
 * Wraps a client for tests, only if TEST_HANG is set: a request to certain paths never lets go of the
 * thread that makes it.
 */
export function hanging(client: OutboundClient, where: 'event loop' | 'own process'): OutboundClient {
  if (env().TEST_HANG === undefined) return client;
  return wrapClient(client, (request, options) => {
    if (hangsAt(request.url, where)) spin();
    return client.request(request, options);
  });
}

function hangsAt(url: string, where: 'event loop' | 'own process'): boolean {
  if (url.includes(`${PATH}always`)) return true;
  return where === 'event loop' && url.includes(`${PATH}event-loop`);
}

function spin(): never {
  for (;;);
}
