import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import next from 'next';
import { env } from '../env';
import { startWorkers, type Workers } from '../worker/start-workers';
import { addressOf } from './address-of';
import { answerApi, isApiPath } from './api-listener';
import { createHttpServer } from './http-server';
import { closeProcess, failToStart, onShutdown, openProcess } from './lifecycle';
import { setContentSecurityPolicy, setSecurityHeaders } from './security-headers';

/** Executions and deliveries under way get so long to end before another process takes them over. */
const DRAIN_MS = 8_000;

type AnswerPage = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

async function main(): Promise<void> {
  const { PORT, HOST, NEXTAUTH_URL, NODE_ENV, WORKER } = env();
  const dev = NODE_ENV === 'development';
  await openProcess('server');
  const server = createHttpServer();
  const app = next({ dev, hostname: HOST, port: PORT, httpServer: server });
  // A taken port must be known before Next prepares, which takes long; a page asked for meanwhile waits.
  const prepared = listen(server, PORT, HOST).then(() => app.prepare());
  const handlePage = app.getRequestHandler();
  const answerPage: AnswerPage = async (request, response) => {
    await prepared;
    await handlePage(request, response);
  };
  server.on('request', (request, response) => {
    answer(request, response, dev, answerPage).catch((error) => {
      console.error('[server] a request failed:', error);
      response.destroy();
    });
  });
  await prepared;
  const workers = WORKER === 'inline' ? startWorkers() : null;
  onShutdown(() => close(server, workers));
  process.send?.({ type: 'ready', url: NEXTAUTH_URL });
}

/** In development Next answers the API too, so that it reloads. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  dev: boolean,
  answerPage: AnswerPage,
): Promise<void> {
  setSecurityHeaders(response);
  if (!dev && isApiPath(request.url ?? '/')) return answerApi(request, response);
  // Next and next-auth read the client from this header; what it wrote there itself must not count.
  request.headers['x-forwarded-for'] = addressOf(request);
  setContentSecurityPolicy(request, response, dev);
  return answerPage(request, response);
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is taken. Stop what uses it, or choose another with PORT=…`)
          : new Error(`Can't listen on ${host}:${port}: ${error.message}`),
      ),
    );
    server.listen(port, host, resolve);
  });
}

async function close(server: Server, workers: Workers | null): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await workers?.stop(DRAIN_MS);
  setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
  await closed;
  await closeProcess();
}

main().catch(failToStart);
