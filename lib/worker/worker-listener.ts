import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { dispatch } from '../platform/http/dispatch';
import { createRouter } from '../platform/http/router';
import { logger } from '../platform/logging/logger';
import { answerMetrics, isMetricsPath } from '../platform/metrics/answer-metrics';
import { policy } from '../process/policy';
import { healthRoutes } from '../services/health/routes';

/**
 * All that a worker answers: its health and metrics, so that it can be monitored like a server. No API.
 */
const router = createRouter(healthRoutes);

const REQUEST_TIMEOUT_MS = 10_000;

export interface WorkerListener {
  port: number;
  close(): Promise<void>;
}

/** `/api/health`, `/api/health/ready` and `/metrics` of a worker. @throws Error when the port is taken */
export async function startWorkerListener(port: number, host: string): Promise<WorkerListener> {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    answer(request, response).catch((error) => {
      logger('worker').error('a request for the worker’s health failed', { error });
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new Error(`The worker can't listen on ${host}:${port}: ${error.message}`)),
    );
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as { port: number };
  return {
    port: taken,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? '/';
  if (isMetricsPath(url)) return answerMetrics(request, response);
  const { status, headers, body } = await dispatch(router, policy, url.split('?', 1)[0]!, {
    method: request.method ?? 'GET',
    search: new URLSearchParams(),
    signal: new AbortController().signal,
    header: () => undefined,
    remoteAddress: request.socket.remoteAddress ?? '',
    readBody: async () => Buffer.alloc(0),
    whenAnswered: (end) => response.once('close', end),
  });
  response.writeHead(status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}
