import { spawn } from 'node:child_process';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patient } from '../../../../../scripts/lib/machine-speed.mjs';
import type { OutboundRequest as AnyRequest } from '../../../../platform/outbound-http/contract';
import { createTestClient, ONCE } from '../../../../platform/outbound-http/testing/outbound-test-client';
import { appendQuery } from '../../append-query';
import type { ExportedRequest } from '../../import-export';
import { importCurl } from '../curl/import-curl';
import { requestOf } from '../curl/testing/compare-requests';
import { HAS_CURL, startRealCurl, type WireRequest, works } from '../curl/testing/real-curl';
import { writeCurl } from './write-curl';
import { writeFetch } from './write-fetch';
import { writeGo } from './write-go';
import { writePython } from './write-python';

/** `THOROUGH=10` tries ten times as many random cases. */
const THOROUGH = Number(process.env.THOROUGH ?? 1);

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        "'",
        '"',
        '\\',
        '`',
        '$',
        '${',
        '!',
        '%',
        '@',
        '\n',
        '\r',
        '\r\n',
        '\t',
        '\0',
        '\x7f',
        '\ufeff',
        '{{X}}',
        '%s',
        'é',
        '\u2028',
        '\\x41',
        'a',
      ),
    )
    .map((parts) => parts.join('')),
);
const wellFormed = text.map((value) => Buffer.from(value).toString());
const headerName = fc.stringMatching(/^X-[!#$%&'*+.^_`|~0-9A-Za-z-]{1,12}$/);
const headerValue = fc.stringMatching(/^[\t\x20-\x7e\xa0-\xff]{0,40}$/).map((value) => value.trim());
const body = fc.oneof(
  fc.constant(null),
  wellFormed,
  fc.json(),
  fc.uint8Array({ minLength: 1, maxLength: 80 }),
  wellFormed.map((value) => `@${value}`),
);

/** Requests to any path and query of one server. */
type OutboundRequest = AnyRequest & ExportedRequest;

const requestTo = (origin: string): fc.Arbitrary<OutboundRequest> =>
  fc
    .record({
      method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
      path: fc.array(wellFormed.map(encodeURIComponent), { maxLength: 3 }),
      literal: fc.constantFrom(
        '',
        '/[a]',
        '/a|b',
        "/it's",
        '/a;b=c',
        '/{x}',
        '/~a',
        '?a=b',
        '?x=[1]',
        '#end',
      ),
      query: fc.array(fc.tuple(wellFormed, wellFormed), { maxLength: 3 }),
      headers: fc.array(fc.tuple(headerName, headerValue), { maxLength: 4 }),
      type: fc.constantFrom(null, 'application/json', 'text/plain; charset=utf-8'),
      accept: fc.boolean(),
      body,
    })
    .map(({ method, path, literal, query, headers, type, accept, body }) => ({
      method,
      url: appendQuery(`${origin}/${path.join('/')}${literal}`, query),
      headers: [
        ...headers,
        ...(type === null ? [] : [['Content-Type', type] as [string, string]]),
        ...(accept ? [['Accept-Encoding', 'gzip'] as [string, string]] : []),
      ],
      body: method === 'GET' || method === 'DELETE' ? null : body,
    }));

/** Returns what an author wrote: request line, headers, body. `joins`: headers of one name become one. */
function authored(sent: WireRequest, request: OutboundRequest, joins = false) {
  const names = new Set(request.headers.map(([name]) => name.toLowerCase()));
  if (request.body !== null && request.body.length > 0) names.add('content-type');
  const headers = sent.headers.filter(([name]) => names.has(name));
  const joined = [...names].map((name) => [
    name,
    // Servers drop white space around a value, so an empty last one leaves no trace of its space.
    headers
      .flatMap(([key, value]) => (key === name ? [value] : []))
      .join(', ')
      .trim(),
  ]);
  return {
    method: sent.method,
    target: sent.target,
    headers: joins ? joined.sort() : headers.sort(),
    body: sent.body.toString('base64'),
  };
}

describe('what is copied sends what the block sends', () => {
  let curl: Awaited<ReturnType<typeof startRealCurl>>;
  const { client } = createTestClient();
  beforeAll(async () => {
    curl = await startRealCurl();
  });
  afterAll(async () => {
    await client.close();
    await curl.close();
  });

  async function send(request: OutboundRequest): Promise<WireRequest> {
    curl.received.length = 0;
    const { error } = await client.request(request, ONCE);
    expect(error).toBeNull();
    const [sent] = curl.received;
    if (sent === undefined) throw new Error('nothing was sent');
    return sent;
  }

  it.skipIf(!HAS_CURL)('as curl, byte for byte', { timeout: patient(120_000 * THOROUGH) }, async () => {
    await fc.assert(
      fc.asyncProperty(requestTo(curl.origin), async (request) => {
        const sent = await send(request);
        const copied = await curl.run(writeCurl(request));
        if (copied === null) throw new Error(`curl sent nothing:\n${writeCurl(request)}`);
        expect(authored(copied, request)).toEqual(authored(sent, request));
      }),
      { numRuns: 50 * THOROUGH },
    );
  });

  it.skipIf(!HAS_CURL)(
    'as curl, with a body no command line could hold',
    { timeout: patient(60_000 * THOROUGH) },
    async () => {
      for (const body of ['é"\'%\\ '.repeat(100_000), new Uint8Array(50_000).map((_, at) => at * 7)]) {
        const request: OutboundRequest = { method: 'PUT', url: `${curl.origin}/`, headers: [], body };
        const sent = await send(request);
        const copied = await curl.run(writeCurl(request));
        expect(copied?.body.equals(sent.body)).toBe(true);
      }
    },
  );

  it('as fetch', { timeout: patient(60_000 * THOROUGH) }, async () => {
    const run = Object.getPrototypeOf(async () => undefined).constructor;
    await fc.assert(
      fc.asyncProperty(requestTo(curl.origin), async (request) => {
        const sent = await send(request);
        curl.received.length = 0;
        await run('console', writeFetch(request))({ log: () => undefined });
        const [copied] = curl.received;
        if (copied === undefined) throw new Error('fetch sent nothing');
        expect(authored(copied, request, true)).toEqual(authored(sent, request, true));
      }),
      { numRuns: 40 * THOROUGH },
    );
  });

  it.skipIf(!works('python3', '-c', 'import requests'))(
    'as Python',
    { timeout: patient(60_000 * THOROUGH) },
    async () => {
      const requests = fc.sample(requestTo(curl.origin), { numRuns: 80, seed: 7 });
      const expected: WireRequest[] = [];
      for (const request of requests) expected.push(await send(request));
      curl.received.length = 0;
      const runner =
        'import json, sys\nfor code in json.load(sys.stdin):\n    exec(code, {"print": lambda *_: None})\n';
      const child = spawn('python3', ['-c', runner], { stdio: ['pipe', 'ignore', 'inherit'] });
      child.stdin.end(JSON.stringify(requests.map(writePython)));
      await new Promise((resolve) => child.once('close', resolve));
      expect(curl.received.length).toBe(requests.length);
      for (const [at, request] of requests.entries()) {
        const { target, ...rest } = authored(curl.received[at] as WireRequest, request, true);
        const { target: ours, ...sent } = authored(expected[at] as WireRequest, request, true);
        expect(rest).toEqual(sent);
        // The package encodes reserved characters in its own way.
        expect(decodeURIComponent(target)).toBe(decodeURIComponent(ours));
      }
    },
  );

  it('as curl again, when the copied command is pasted', async () => {
    await fc.assert(
      fc.asyncProperty(requestTo('http://api.test'), async (request) => {
        const isText = typeof request.body !== 'object' && !request.body?.includes('\0');
        fc.pre(
          isText &&
            !/[{}[\]\\]/.test(request.url) &&
            request.headers.every(([, value]) => /^[\t\x20-\x7e]*$/.test(value)),
        );
        const pasted = await requestOf(importCurl(writeCurl(request)).config);
        expect(pasted.method).toBe(request.method);
        expect([...new URL(pasted.url).searchParams]).toEqual([...new URL(request.url).searchParams]);
        expect(new URL(pasted.url).pathname).toBe(new URL(request.url).pathname);
        expect(pasted.headers).toEqual(
          expect.arrayContaining(request.headers.filter(([name]) => name.startsWith('X-'))),
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe('Go', () => {
  /** Reads a Go string literal by the language's own rules, as bytes. */
  function readLiteral(literal: string): Buffer {
    if (literal.startsWith('`')) return Buffer.from(literal.slice(1, -1).replaceAll('\r', ''));
    const parts: Buffer[] = [];
    for (const match of literal
      .slice(1, -1)
      .matchAll(/\\x([0-9a-f]{2})|\\u([0-9a-f]{4})|\\(.)|([^\\"\n]+)/gsu)) {
      const [, byte, unit, escaped, plain] = match;
      const named: Record<string, string> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };
      if (byte !== undefined) parts.push(Buffer.from(byte, 'hex'));
      else if (unit !== undefined) parts.push(Buffer.from(String.fromCharCode(Number.parseInt(unit, 16))));
      else parts.push(Buffer.from(escaped === undefined ? (plain ?? '') : (named[escaped] ?? '?')));
    }
    return Buffer.concat(parts);
  }

  it('holds every byte of the request in its literals', () => {
    const literal = '(`[^`]*`|"(?:[^"\\\\\\n]|\\\\.)*")';
    fc.assert(
      fc.property(requestTo('http://api.test'), (request) => {
        const code = writeGo(request);
        const start = new RegExp(
          `NewRequest\\("${request.method}", ${literal}, (?:nil|strings\\.NewReader\\(${literal}\\))\\)\n`,
          's',
        ).exec(code);
        const hash = request.url.indexOf('#');
        const url = new URL(hash === -1 ? request.url : request.url.slice(0, hash));
        expect(readLiteral(start?.[1] ?? '').toString()).toBe(url.href);
        expect(readLiteral(start?.[2] ?? '""').equals(Buffer.from(request.body ?? ''))).toBe(true);
        const headers = [...code.matchAll(new RegExp(`Header\\.Add\\(${literal}, ${literal}\\)`, 'g'))];
        expect(
          headers.map(([, name = '', value = '']) => [
            readLiteral(name).toString(),
            readLiteral(value).toString('latin1'),
          ]),
        ).toEqual(request.headers);
      }),
    );
  });
});

it('a masked secret stays a name in every language', () => {
  const request = {
    method: 'POST',
    url: 'https://api.test/{{TENANT}}/x?key={{KEY}}#top',
    headers: [['Authorization', 'Bearer {{TOKEN}}']] as Array<[string, string]>,
    body: '{"a": "{{SECRET}}"}',
  };
  for (const write of [writeCurl, writeFetch, writePython, writeGo]) {
    const code = write(request);
    expect(code).toContain('https://api.test/{{TENANT}}/x?key={{KEY}}');
    expect(code).not.toContain('#top');
    expect(code).toContain('Bearer {{TOKEN}}');
    expect(code).toContain('{{SECRET}}');
  }
});

it('what an author typed can only ever be a value of the command', () => {
  expect(writeCurl({ method: 'GET', url: "-o /tmp/x'; id", headers: [], body: null })).toBe(
    "curl --url '-o /tmp/x'\\''; id'",
  );
  expect(
    writeCurl({ method: '--upload', url: 'https://a.test/$(id)`id`', headers: [], body: '@/etc/passwd' }),
  ).toBe(
    "curl -X '--UPLOAD' 'https://a.test/$(id)%60id%60' \\\n  -H 'Content-Type:' \\\n" +
      "  --data-raw '@/etc/passwd'",
  );
});
