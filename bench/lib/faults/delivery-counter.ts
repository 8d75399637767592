import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Lifetime } from '../../../e2e/fixtures/app-process';

/** Starts a webhook receiver that acknowledges everything and counts the requests for each execution. */
export async function startDeliveryCounter(
  lifetime: Lifetime,
): Promise<{ origin: string; deliveries: Map<string, number> }> {
  const deliveries = new Map<string, number>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { executionId } = JSON.parse(body).data;
    deliveries.set(executionId, (deliveries.get(executionId) ?? 0) + 1);
    response.writeHead(200).end();
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  lifetime.onEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, deliveries };
}
