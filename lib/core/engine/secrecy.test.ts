import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OutboundClient } from '../../platform/outbound-http/contract';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { createTestClient } from '../../platform/outbound-http/testing/outbound-test-client';
import { whyNotInside } from '../../platform/text/masked-inside';
import { executors, previewers } from '../blocks/registry/executors';
import { WorkflowDocument } from '../workflow/schema';
import { compileWorkflow } from './compile-workflow';
import type { JournalEntry, RunEvent, RunPorts } from './ports';
import { runWorkflow } from './run-workflow';
import { prepareSingleBlock, previewSingleBlock, runSingleBlock } from './single-block';
import { shownOf } from './testing/shown-of';

/** `THOROUGH=10` tries ten times as many random cases. */
const THOROUGH = Number(process.env.THOROUGH ?? 1);

/** The forms in which a server may return a text it was sent. */
const FORMS: Record<string, (secret: string) => string> = {
  raw: (secret) => secret,
  'percent-encoded': encodeURIComponent,
  'form-encoded': (secret) => new URLSearchParams({ v: secret }).toString().slice(2),
  base64: (secret) => Buffer.from(secret).toString('base64'),
  'base64 among other bytes': (secret) => Buffer.from(`u:${secret}!`).toString('base64'),
  'JSON-escaped': (secret) => JSON.stringify(JSON.stringify(secret)),
};

/** The places where a server may put it. */
const PLACES = ['json', 'text', 'header', 'key', 'refusal', 'redirect'] as const;
interface Told {
  secret: string;
  form: string;
  place: (typeof PLACES)[number];
}

let told: Told = { secret: '', form: 'raw', place: 'json' };
let server: LoopbackHttpServer;
let client: OutboundClient;
beforeAll(async () => {
  server = await startHttpServer((request, response) => {
    if (request.url === '/token') {
      response.end(JSON.stringify({ access_token: told.secret }));
      return;
    }
    const words = `I was told ${(FORMS[told.form] ?? String)(told.secret)} and will tell`;
    const isText = told.place === 'text' || told.place === 'refusal';
    if (told.place === 'header') response.setHeader('X-Told', encodeURI(words));
    if (told.place === 'redirect') response.setHeader('Location', `ftp://x/${encodeURI(words)}`);
    response.statusCode = { redirect: 302, refusal: 422 }[told.place as string] ?? 200;
    if (!isText) response.setHeader('Content-Type', 'application/json');
    response.end(isText ? words : JSON.stringify(told.place === 'key' ? { [words]: 1 } : { words }));
  });
});
beforeEach(() => {
  client = createTestClient().client;
});
afterEach(() => client.close());
afterAll(() => server.close());

const CREDENTIALS: Record<string, (secret: string) => object> = {
  'a header': (secret) => ({ headers: [{ key: 'X-Api-Key', value: secret }] }),
  'a query row': (secret) => ({ params: [{ key: 'access_token', value: secret }] }),
  'a JSON body': (secret) => ({ method: 'POST', body: { kind: 'json', value: `{"k": "${secret}"}` } }),
  'a bearer token': (secret) => ({ auth: { kind: 'bearer', token: secret } }),
  'a password': (secret) => ({ auth: { kind: 'basic', username: 'me', password: secret } }),
  'an API key': (secret) => ({ auth: { kind: 'apiKey', in: 'query', name: 'k', apiKey: secret } }),
};
/** The places where text that was typed in counts as a credential. */
const TYPED = Object.keys(CREDENTIALS).filter((name) => name !== 'a JSON body');

/** Start → first (knows the secret) → second (sends on all it receives) → Response. */
function documentWith(config: object): WorkflowDocument {
  const position = { x: 0, y: 0 };
  const block = (id: string, type: string, own: object) => ({ id, type, name: id, position, config: own });
  const edge = (source: string, target: string) => ({ id: `${source}-${target}`, source, target });
  const heard = '{"data": <first.data>, "headers": <first.headers>, "error": <first.error>}';
  const second = { url: `${server.origin}/second`, method: 'POST', body: { kind: 'json', value: heard } };
  const once = { retry: { when: 'never' } };
  return WorkflowDocument.parse({
    blocks: {
      start: block('start', 'start', {}),
      first: block('first', 'api', { url: `${server.origin}/first`, ...once, ...config }),
      second: block('second', 'api', { ...second, ...once }),
      out: block('out', 'response', { body: '<second.data>' }),
    },
    edges: [edge('start', 'first'), edge('first', 'second'), edge('second', 'out')],
  });
}

/** Collects everything that a run, a send and a preview show or leave behind, as one text. */
async function everythingShown(config: object, variables: ReadonlyMap<string, string>): Promise<string> {
  const document = documentWith(config);
  const events: RunEvent[] = [];
  const spans: Array<JournalEntry['span']> = [];
  const ports: RunPorts = {
    executors,
    http: client,
    now: Date.now,
    variables,
    signal: new AbortController().signal,
    onEvent: (event) => events.push(event),
    journal: (entry) => void spans.push(entry.span),
  };
  const outcome = await runWorkflow(compileWorkflow(document), { executionId: 'e', input: {} }, ports);
  const request = { blockId: 'first', samples: {}, input: {}, sendId: 's' };
  const alone = await prepareSingleBlock(document, request, ports);
  if (!alone) throw new Error('The block is there.');
  const preview = await previewSingleBlock(alone, previewers, ports);
  const shown = alone.masker.with(preview?.ok ? preview.secrets : []).value(preview?.ok && preview.request);
  const sent = await runSingleBlock(alone, ports);
  expect(outcome.traceSpans.length).toBeGreaterThanOrEqual(2);
  const sentShown = [sent.span, sent.masker.value([sent.result.output, sent.result.exchange?.request])];
  return JSON.stringify([shownOf(outcome), events, spans, shown, sentShown]);
}

function expectHidden(everything: string, secret: string): void {
  for (const [name, write] of Object.entries(FORMS)) {
    if (name !== 'base64 among other bytes') expect(everything.includes(write(secret)), name).toBe(false);
  }
}

const secret = fc
  .stringMatching(/^[!-~]{8,40}$/)
  .filter((text) => !/[<>{}\\"]/.test(text) && whyNotInside(text) === null);
const telling = fc.record({
  secret,
  form: fc.constantFrom(...Object.keys(FORMS)),
  place: fc.constantFrom(...PLACES),
});

it(
  'no server can make a run, a send or a preview show the value of a variable',
  async () => {
    const by = fc.constantFrom(...Object.values(CREDENTIALS));
    const property = fc.asyncProperty(telling, by, async (telling, config) => {
      told = telling;
      const everything = await everythingShown(config('{{TOKEN}}'), new Map([['TOKEN', telling.secret]]));
      expect(everything).toContain('{{TOKEN}}');
      expectHidden(everything, telling.secret);
    });
    await fc.assert(property, { numRuns: 40 * THOROUGH });
  },
  60_000 * THOROUGH,
);

it(
  'nor a credential that was typed in',
  async () => {
    const by = fc.constantFrom(...TYPED.map((name) => CREDENTIALS[name] as (secret: string) => object));
    const property = fc.asyncProperty(telling, by, async (telling, config) => {
      told = telling;
      expectHidden(await everythingShown(config(telling.secret), new Map()), telling.secret);
    });
    await fc.assert(property, { numRuns: 40 * THOROUGH });
  },
  60_000 * THOROUGH,
);

it(
  'nor an access token that was fetched on the way, in the block that fetched it and after it',
  async () => {
    const auth = { kind: 'oauth2ClientCredentials', clientId: 'id', clientSecret: 'unrelated-secret' };
    let scope = 0;
    const property = fc.asyncProperty(telling, async (telling) => {
      // A scope of its own makes sure that no token of an earlier case is used again.
      scope += 1;
      told = telling;
      const config = { auth: { ...auth, tokenUrl: `${server.origin}/token`, scope: `${scope}` } };
      expectHidden(await everythingShown(config, new Map()), telling.secret);
    });
    await fc.assert(property, { numRuns: 30 * THOROUGH });
  },
  60_000 * THOROUGH,
);

it('a run that is resumed masks what the blocks before it learnt', async () => {
  told = { secret: 'fetched-token-1', form: 'raw', place: 'json' };
  const auth = {
    kind: 'oauth2ClientCredentials',
    tokenUrl: `${server.origin}/token`,
    clientId: 'i',
    clientSecret: 's',
  };
  const compiled = compileWorkflow(documentWith({ auth }));
  const entries: JournalEntry[] = [];
  const own = {
    executors,
    http: client,
    now: Date.now,
    variables: new Map(),
    signal: new AbortController().signal,
  };
  const request = { executionId: 'e', input: {} };
  await runWorkflow(compiled, request, { ...own, journal: (entry) => void entries.push(entry) });
  const restored = entries.filter(({ blockId }) => blockId === 'start' || blockId === 'first');
  expect(restored.at(-1)?.secrets).toEqual(['fetched-token-1']);
  const resumed = await runWorkflow(compiled, request, { ...own, restored });
  expect(resumed.status).toBe('success');
  expect(resumed.output).toEqual({ words: 'I was told fetched-token-1 and will tell' });
  expect(JSON.stringify(shownOf(resumed))).not.toContain('fetched-token-1');
  expect(JSON.stringify(shownOf(resumed))).toContain('I was told ***');
});
