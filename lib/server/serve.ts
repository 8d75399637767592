import { AppError } from '../platform/errors';
import { dispatch } from '../platform/http/dispatch';
import { createRouter } from '../platform/http/router';
import { policy } from '../process/policy';
import { routes } from './routes';

const router = createRouter(routes);

/** Next's way into the API (the custom server answers the same routes before Next sees them). */
export async function serve(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const answer = await dispatch(router, policy, url.pathname, {
    method: request.method,
    search: url.searchParams,
    signal: request.signal,
    header: (name) => request.headers.get(name) ?? undefined,
    remoteAddress: request.headers.get('x-forwarded-for') ?? '',
    readBody: (maxBytes) => readText(request.body, maxBytes),
  });
  const body = request.method === 'HEAD' ? null : answer.body;
  return new Response(body === null || typeof body === 'string' ? body : streamOf(body), {
    status: answer.status,
    headers: answer.headers,
  });
}

async function readText(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<string> {
  if (body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes)
      throw new AppError('payload_too_large', `The body may have at most ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
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
