import { afterEach, describe, expect, it } from 'vitest';
import { HeadTooLarge, MalformedResponse } from './malformed-response';
import { ResponseReader } from './response-reader';
import { type LoopbackHttpServer, startHttpServer, startRawServer } from './testing/loopback-server';
import { bytesOf, tell } from './testing/odd-response';
import { ODD_RESPONSES } from './testing/odd-responses';
import { createTestBed, get, ONCE, post } from './testing/outbound-test-client';

const bed = createTestBed();
afterEach(() => bed.closeAll());

const isError = (outcome: string) => /error \d+$|[A-Z_]{5,}$/.test(outcome);
/** Maps all errors to one value, because their codes differ from curl's. */
const meaning = (outcome: string) => (isError(outcome) ? 'an error' : outcome);

describe('beside curl', () => {
  it('the table has at least 60 responses, each of its own', () => {
    expect(new Set(ODD_RESPONSES.map(([what]) => what)).size).toBe(ODD_RESPONSES.length);
    expect(ODD_RESPONSES.length).toBeGreaterThanOrEqual(60);
  });

  it('a difference has a reason, and nothing else has', () => {
    for (const [what, , curl, client = curl, why] of ODD_RESPONSES)
      expect([what, meaning(client) === meaning(curl)]).toEqual([what, why === undefined]);
  });

  it.each(ODD_RESPONSES)('%s', async (_what, bytes, curl, client = curl) => {
    const server = await bed.serve(startRawServer((socket) => socket.end(bytesOf(bytes))));
    expect(tell(await bed.open().client.request(get(server.origin), ONCE))).toBe(client);
  });
});

/** Cases in which no byte of a final response arrives. */
const UNANSWERED: ReadonlySet<string> = new Set(['nothing', 'empty lines alone', 'continue alone']);

describe('a POST that was answered is never sent again', () => {
  it.each(ODD_RESPONSES)('%s', async (what, bytes, curl, client = curl) => {
    let requests = 0;
    const server = await bed.serve(
      startRawServer((socket) => {
        requests += 1;
        socket.end(bytesOf(bytes));
      }),
    );
    const result = await bed.open().client.request(post(server.origin, '{}'));
    expect(tell(result)).toBe(client);
    // Without an answer the connection failed, and the request is retried 3 times.
    expect(requests).toBe(UNANSWERED.has(what) ? 4 : 1);
  });
});

describe('however it arrives', () => {
  it.each(ODD_RESPONSES)('%s: byte by byte is the same as at once', (_what, given) => {
    const bytes = bytesOf(given);
    const whole = readIn([bytes]);
    expect(readIn(Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)))).toEqual(whole);
    for (let at = 1; at < Math.min(bytes.length, 400); at += 1)
      expect(readIn([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole);
  });

  it('what is written as the standard wants it is not even copied', () => {
    for (const text of [
      'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
      'HTTP/1.1 204 No Content\r\n\r\n',
    ]) {
      const bytes = Buffer.from(text);
      const reader = new ResponseReader(1_024);
      expect(reader.pass(bytes)).toBe(bytes);
      const more = Buffer.from('more');
      expect(reader.pass(more)).toBe(more);
    }
  });
});

describe('the connection', () => {
  const LOOSE = 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok';
  const BOTH =
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n';
  const PLAIN = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
  const EMPTY = 'HTTP/1.1 204 X\r\n\r\n';
  const FULL = 'HTTP/1.1 204 X\r\nContent-Length: 2\r\n\r\n{}';
  const NAMED = 'HTTP/1.1 204 X\r\nTransfer-Encoding: chunked\r\n\r\n';
  const TYPED = 'HTTP/1.1 204 X\r\nContent-Type: application/json\r\n\r\n';
  const TYPED_EMPTY = TYPED.replace('\r\n', '\r\nContent-Length: 0\r\n');
  const INTERIM = `HTTP/1.1 100 Continue\r\n\r\n${PLAIN}`;

  it.each([
    ['chunks beside a length', BOTH, 3],
    ['bare line feeds', LOOSE, 3],
    ['a body with a 204', FULL, 3],
    ['a 204 that announces one', NAMED, 3],
    ['a 204 with a type, whose body may come late', TYPED, 3],
    ['a 204 with a type and no bytes', TYPED_EMPTY, 1],
    ['a 204 as it should be', EMPTY, 1],
    ['an interim response', INTERIM, 1],
    ['nothing odd', PLAIN, 1],
  ])('of %s: three requests take as many connections as is safe', async (_what, text, connections) => {
    const server = await bed.serve(
      startRawServer((socket) => {
        socket.write(text);
        socket.on('data', () => socket.write(text));
      }),
    );
    const { client } = bed.open();
    for (let asked = 0; asked < 3; asked += 1) {
      const { error } = await client.request(get(server.origin), ONCE);
      expect(error).toBeNull();
      // undici makes a connection available again in the next turn of the loop.
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(server.connections()).toBe(connections);
  });

  it('of a 204 that announces a body and never sends it is not waited for', async () => {
    const server = await bed.serve(
      startRawServer((socket) => void socket.write('HTTP/1.1 204 X\r\nContent-Length: 99\r\n\r\n')),
    );
    const { response, error } = await bed.open().client.request(get(server.origin), ONCE);
    expect([response?.status, response?.body.length, error]).toEqual([204, 0, null]);
  });
});

describe('headers', () => {
  const headersOf = async (bytes: string) => {
    const server = await bed.serve(startRawServer((socket) => socket.end(Buffer.from(bytes, 'latin1'))));
    const { response } = await bed.open().client.request(get(server.origin), ONCE);
    return { ...response?.headers };
  };

  it('of folded lines are one, others stay beside them', async () => {
    const text =
      'HTTP/1.1 200 OK\r\nX-A: b\r\n  c\r\n\td\r\nX-B : e\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\n\r\n';
    expect(await headersOf(text)).toEqual({ 'x-a': 'b c d', 'x-b': 'e', 'set-cookie': ['a=1', 'b=2'] });
  });

  it('of interim responses are not those of the answer', async () => {
    const text =
      'HTTP/1.1 103 X\nLink: a\n\nHTTP/1.1 100 X\r\nX-A: 1\r\n\r\nHTTP/1.1 200 OK\r\nX-B: 2\r\n\r\n';
    expect(await headersOf(text)).toEqual({ 'x-b': '2' });
  });

  it('whose names can’t be names are left out', async () => {
    const text = 'HTTP/1.1 200 OK\r\nX A: 1\r\nGr\xc3\xb6: 2\r\n: 3\r\nX-B: a\x01b\rc\r\n\r\n';
    expect(await headersOf(text)).toEqual({ 'x-b': 'a b c' });
  });

  it('have the room that the operator gives them', async () => {
    const text = `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(10_000)}\r\nContent-Length: 0\r\n\r\n`;
    const server = await bed.serve(startRawServer((socket) => socket.end(text)));
    const { error } = await bed.open({ maxHeadBytes: 8_192 }).client.request(get(server.origin), ONCE);
    expect(error?.message).toContain('8 KiB');
    expect(
      (await bed.open({ maxHeadBytes: 16_384 }).client.request(get(server.origin), ONCE)).error,
    ).toBeNull();
  });
});

describe('an answered request is not repeated for what comes of its redirect', () => {
  const serveSeeOther = (answerNext: (index: number) => number): Promise<LoopbackHttpServer> =>
    bed.serve(
      startHttpServer((request, response, index) => {
        if (request.url === '/') response.writeHead(303, { Location: '/next' });
        else if (answerNext(index) === 0) response.destroy();
        else response.statusCode = answerNext(index);
        response.end();
      }),
    );

  it.each([500, 429, 0])('%i behind a 303: only the GET is', async (status) => {
    const server = await serveSeeOther((index) => (index === 1 ? status : 200));
    const { response, attempts } = await bed.open().client.request(post(server.origin, 'x'));
    expect(response?.status).toBe(200);
    expect(attempts).toHaveLength(2);
    expect(server.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /',
      'GET /next',
      'GET /next',
    ]);
  });
});

/** Returns all output for the parser, or the output before the response is refused. */
function readIn(pieces: readonly Buffer[]): unknown {
  const reader = new ResponseReader(64 * 1024);
  const passed: Buffer[] = [];
  try {
    for (const piece of pieces) passed.push(reader.pass(Buffer.from(piece)));
    return { status: reader.status, passed: Buffer.concat(passed).toString('latin1') };
  } catch (error) {
    if (error instanceof MalformedResponse || error instanceof HeadTooLarge) return 'refused';
    throw error;
  }
}
