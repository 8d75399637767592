import type { AddressInfo } from 'node:net';
import { answerApi } from '../../../server/api-listener';
import { answerHook, isHookPath } from '../../../server/hook-listener';
import { createHttpServer } from '../../../server/http-server';
import { answerMcpClient, isMcpPath } from '../../../server/mcp-listener';

export interface TestApi {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  call(method: string, path: string, headers?: Record<string, string>, body?: unknown): Promise<Answer>;
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** Returns '' for a stream, which may never end: the test only needs its start. */
async function readText(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  await response.body?.cancel();
  return '';
}

/** Starts the whole API on a free loopback port, as the product serves it. */
export async function startTestApi(): Promise<TestApi> {
  const server = createHttpServer();
  server.on('request', (request, response) => {
    const url = request.url ?? '';
    const answer = isHookPath(url) ? answerHook : isMcpPath(url) ? answerMcpClient : answerApi;
    answer(request, response).catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    async call(method, path, headers = {}, body = undefined) {
      const response = await fetch(origin + path, {
        method,
        headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await readText(response);
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? {} : JSON.parse(text),
      };
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}
