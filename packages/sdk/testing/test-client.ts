import type { ServerResponse } from 'node:http';
import {
  type LoopbackHttpServer,
  type ReceivedRequest,
  startHttpServer,
} from '@/lib/platform/outbound-http/testing/loopback-server';
import { Millrace } from '../src/millrace.js';
import type { ClientOptions } from '../src/transport.js';

export const KEY = 'millrace_live_a-key-for-tests-alone';

/** Answers one request. */
export type Answer = (response: ServerResponse, request: ReceivedRequest) => void;

export interface AnsweringServer extends LoopbackHttpServer {
  client(options?: Partial<ClientOptions>): Millrace;
}

/** Starts a real server that gives these answers in turn, and the last one again and again. */
export async function serverWith(...answers: [Answer, ...Answer[]]): Promise<AnsweringServer> {
  const server = await startHttpServer((request, response, index) => {
    const answer = answers[Math.min(index, answers.length - 1)];
    answer?.(response, request);
  });
  return {
    ...server,
    client: (options = {}) => new Millrace({ url: server.origin, apiKey: KEY, ...options }),
  };
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** A refusal after which a client may come again at once. */
export const refusal = (status: number, code: string, headers: Record<string, string> = {}): Answer =>
  json({ status, code, detail: `It is ${code}.`, requestId: 'r-1', errors: [] }, status, {
    'retry-after': '0',
    ...headers,
  });

export const broken: Answer = (response) => response.destroy();

/** A stream of these texts. */
export const stream =
  (texts: readonly string[], type = 'text/event-stream'): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': type }).end(texts.join(''));

/** A stream that stays open until it is cut. A client may lose what it has not read by then. */
export function cutStream(texts: readonly string[]): { answer: Answer; cut: () => void } {
  const open: ServerResponse[] = [];
  return {
    answer: (response) => {
      open.push(response);
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(texts.join(''));
    },
    cut: () => {
      for (const response of open) response.destroy();
    },
  };
}

export const event = (data: unknown, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

export async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
