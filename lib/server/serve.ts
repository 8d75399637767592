import { Readable } from 'node:stream';
import { IncomingBody } from '../platform/http/body/incoming-body';
import { dispatch } from '../platform/http/dispatch';
import { createRouter } from '../platform/http/router';
import { policy } from '../process/policy';
import { formerRoutes, routes } from './routes';

const router = createRouter([...routes, ...formerRoutes]);

/** Next's entry point to the API (the custom server handles the same routes before Next sees them). */
export async function serve(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const body = bodyOf(request);
  const ends: Array<() => void> = [];
  const answer = await dispatch(router, policy, url.pathname, {
    method: request.method,
    search: url.searchParams,
    signal: request.signal,
    header: (name) => request.headers.get(name) ?? undefined,
    remoteAddress: request.headers.get('x-forwarded-for') ?? '',
    readBody: (maxBytes, payers) => body.read(maxBytes, payers),
    releaseBody: () => body.release(),
    whenAnswered: (end) => ends.push(end),
  }).finally(() => body.release());
  // Next gives no sign of the end.
  for (const end of ends) end();
  const answered = request.method === 'HEAD' ? null : answer.body;
  return new Response(answered === null || typeof answered === 'string' ? answered : streamOf(answered), {
    status: answer.status,
    headers: answer.headers,
  });
}

function bodyOf({ body, headers }: Request): IncomingBody {
  if (body === null) return new IncomingBody({ stream: Readable.from([]), length: 0 });
  const length = headers.get('content-length');
  return new IncomingBody({
    // Node's type of web streams and the DOM's describe the same object.
    stream: Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]),
    length: length === null || headers.has('transfer-encoding') ? null : Number(length),
  });
}

function streamOf(chunks: AsyncIterable<string | Uint8Array>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
