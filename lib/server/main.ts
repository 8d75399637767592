import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import next from 'next';
import { env } from '../platform/env';
import { bodyRoom } from '../platform/http/body/body-room';
import { offerApiToPages } from '../platform/http/page-api';
import { logger } from '../platform/logging/logger';
import { shareMetrics } from '../platform/metrics/answer-metrics';
import { metrics } from '../platform/metrics/metrics';
import { proxyGlobalFetch } from '../platform/outbound-http/proxied-fetch';
import { reportDatabaseFault } from '../platform/postgres/report-database-fault';
import { joinSiblings } from '../platform/siblings';
import { sendConsoleToLog } from '../process/console-to-log';
import {
  closeProcess,
  failToStart,
  onShutdown,
  openProcess,
  prepareDatabase,
  runsEnded,
  signalReady,
} from '../process/lifecycle';
import { placeAmongProcesses } from '../process/place';
import { isSpare, untilNeeded } from '../process/spare';
import { startWorkers, type Workers } from '../process/start-workers';
import { setupCodeNote } from '../services/setup/setup-code';
import { endEditStreams } from '../services/shared-edits/watch-edits';
import { createAnswering } from './answer-request';
import { redirectChat } from './answers-host';
import { askInProcess } from './api-listener';
import { embeddersOf } from './chat-embedders';
import { receiveConnections } from './handed-connections';
import { createHttpServer } from './http-server';
import { setContentSecurityPolicy } from './security-headers';
import { type Traffic, watchTraffic } from './traffic';

async function main(): Promise<void> {
  const { PORT, HOST, NEXTAUTH_URL, NODE_ENV, WORKER } = env();
  const dev = NODE_ENV === 'development';
  const place = placeAmongProcesses();
  if (!dev) sendConsoleToLog();
  if (place !== null && place.count > 1) {
    joinSiblings();
    shareMetrics(place.number);
  }
  metrics().watchBodies(() => ({ ...bodyRoom().budget.held, work: bodyRoom().turns.held }));
  const server = createHttpServer();
  const traffic = watchTraffic(server);
  process.on('message', ({ type }: { type?: string }) => {
    if (type === 'leaving') traffic.leave();
  });
  // Next listens for upgrades on the server it is given and leaves those open that it doesn't know. In
  // production it gets a server that never listens, so that an `Upgrade` header is ignored, as HTTP allows,
  // and the request is handled like any other.
  proxyGlobalFetch();
  const app = next({ dev, hostname: HOST, port: PORT, httpServer: dev ? server : createServer() });
  if (dev) endForeignUpgrades(server);
  if (isSpare()) {
    await app.prepare();
    // A second time takes milliseconds. What fails now is told then.
    await prepareDatabase().catch((error) => reportDatabaseFault('prepare a process in reserve', error));
    await untilNeeded();
  }
  await openProcess('server');
  offerApiToPages(askInProcess);
  // A port in use must be detected before Next prepares, which takes long; a page requested meanwhile waits.
  const opened = place === null ? listen(server, PORT, HOST) : receiveConnections(server, traffic);
  const prepared = opened.then(() => app.prepare());
  const handlePage = app.getRequestHandler();
  const answer = createAnswering({
    dev,
    traffic,
    handlePage: async (request, response) => {
      await prepared;
      const elsewhere = await redirectChat(request, askInProcess);
      if (elsewhere !== null) return void response.writeHead(307, { location: elsewhere }).end();
      setContentSecurityPolicy(request, response, dev, await embeddersOf(request.url ?? '/', askInProcess));
      await handlePage(request, response);
    },
  });
  server.on('request', (request, response) => {
    answer(request, response).catch((error) => {
      logger('server').error('a request failed', { error });
      response.destroy();
    });
  });
  await prepared;
  const workers = WORKER === 'inline' ? startWorkers() : null;
  onShutdown((giveUp) => close(traffic, workers, giveUp));
  const note = place === null || place.number === 1 ? await setupCodeNote() : null;
  // Standard output is for the log, one event a line.
  if (note !== null) process.stderr.write(`${note}\n`);
  signalReady(NEXTAUTH_URL);
}

/** Closes all upgrades except Next's own for reloading. */
function endForeignUpgrades(server: Server): void {
  server.on('upgrade', ({ url }: IncomingMessage, socket: Duplex) => {
    if (!url?.startsWith('/_next/')) socket.destroy();
  });
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

async function close(traffic: Traffic, workers: Workers | null, giveUp: AbortSignal): Promise<void> {
  endEditStreams();
  await Promise.all([traffic.close(giveUp), workers?.stop(giveUp)]);
  await runsEnded(giveUp);
  await closeProcess();
}

main().catch(failToStart);
