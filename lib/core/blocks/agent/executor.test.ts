import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { MODEL_PROVIDERS, type ModelProvider } from '../../../platform/models/contract';
import { startModelServer } from '../../../platform/models/testing/model-server';
import type { ScriptedAnswer } from '../../../platform/models/testing/scripted-answer';
import { startHttpServer } from '../../../platform/outbound-http/testing/loopback-server';
import { createTestBed } from '../../../platform/outbound-http/testing/outbound-test-client';
import { createSandbox } from '../../../platform/sandbox/sandbox';
import { doubling } from '../../json-schema/testing/hostile-checks';
import type { RunSpending } from '../block-part';
import { type AgentSetting, runAgent } from './testing/run-agent';

const bed = createTestBed();
afterEach(() => bed.closeAll());
const code = createSandbox({ threads: 1 });
afterAll(() => code.close());

const KEY = 'sk-key-that-nobody-may-see';
const WEATHER = {
  kind: 'request',
  name: 'weather',
  description: 'The weather of a city',
  parameters: '{"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}',
};

/** Starts a model that gives these answers in turn, and the last one from then on. */
async function setUp(script: readonly ScriptedAnswer[], wire: ModelProvider = 'openai') {
  const server = await bed.serve(
    startModelServer((_, index) => script[Math.min(index, script.length - 1)] ?? {}),
  );
  const { client } = bed.open();
  const provider = { kind: wire, baseUrl: server.baseUrlOf(wire), apiKey: KEY };
  const run = (config: object = {}, setting: Partial<AgentSetting> = {}) =>
    runAgent({ provider, ...config }, { http: client, code, ...setting });
  return { server, run };
}

async function weatherServer() {
  return bed.serve(
    startHttpServer(({ url }, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ asked: decodeURIComponent(url.split('?city=')[1] ?? ''), degrees: 21 }));
    }),
  );
}

const failureOf = ({ result }: Awaited<ReturnType<typeof runAgent>>) => {
  if (result.ok) throw new Error('It was to fail.');
  expect(result.output.error).toEqual(result.error);
  return result.error;
};

describe.each(MODEL_PROVIDERS)('in the wire format of %s', (wire) => {
  it('an answer is read from its stream, with its tokens in four buckets and their cost', async () => {
    const usage = { input: 1_000, cacheRead: 400, cacheWrite: wire === 'anthropic' ? 200 : 0, output: 250 };
    const { server, run } = await setUp([{ text: 'Good day to you.', usage }], wire);
    const { result, steps } = await run({ system: 'Be kind.', temperature: 0.3, maxOutputTokens: 99 });
    // By hand: (1000 × 2 + 400 × 0.5 + cacheWrite × 2.5 + 250 × 8) / 1,000,000
    const cost = wire === 'anthropic' ? 0.0047 : 0.0042;
    const prompt = usage.input + usage.cacheRead + usage.cacheWrite;
    expect(result).toMatchObject({
      ok: true,
      output: {
        content: 'Good day to you.',
        data: null,
        model: 'house',
        tokens: { prompt, completion: 250, total: prompt + 250, ...usage },
        toolCalls: [],
        steps: 1,
        finishReason: 'stop',
        error: null,
      },
    });
    expect(result.output.cost).toBeCloseTo(cost, 12);
    expect(steps).toMatchObject([{ kind: 'model', model: 'house', prices: 'workspace', error: null }]);
    const asked = JSON.stringify(server.questions[0]?.json);
    for (const part of ['Be kind.', 'Hello?', '0.3', '99']) expect(asked).toContain(part);
    expect(JSON.stringify([result, steps])).not.toContain(KEY);
  });

  it('tools are called side by side with checked arguments, and the model goes on', async () => {
    const weather = await weatherServer();
    const calls = ['Zürich', 'a/b?c'].map((city) => ({ name: 'weather', arguments: { city } }));
    const { server, run } = await setUp(
      [
        { text: 'Let me look.', toolCalls: calls, usage: { input: 10, output: 5 } },
        { text: 'Both have 21°.', usage: { input: 30, output: 7 } },
      ],
      wire,
    );
    const tool = { ...WEATHER, url: `${weather.origin}/now?city=<args.city>` };
    const { result, steps } = await run({ tools: [tool] });
    expect(result).toMatchObject({
      ok: true,
      output: { content: 'Both have 21°.', steps: 2, tokens: { input: 40, output: 12 } },
    });
    expect(result.output.toolCalls).toMatchObject([
      { name: 'weather', arguments: { city: 'Zürich' }, result: { status: 200, data: { asked: 'Zürich' } } },
      { name: 'weather', arguments: { city: 'a/b?c' }, result: { data: { asked: 'a/b?c' } } },
    ]);
    expect(steps.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'model Step 1',
      'tool weather',
      'tool weather',
      'model Step 2',
    ]);
    expect(JSON.stringify(server.questions[1]?.json)).toContain('degrees');
  });

  it.each<[ScriptedAnswer, string]>([
    [{ status: 401, error: { code: 'invalid_api_key', message: 'Bad key.' } }, 'MODEL_KEY_REFUSED'],
    [{ status: 404, error: { code: 'not_found', message: 'No such model.' } }, 'MODEL_NOT_FOUND'],
    [{ status: 400, error: { code: 'bad', message: 'No.' } }, 'MODEL_REQUEST_INVALID'],
    [{ status: 429, headers: { 'retry-after': '3600' } }, 'RATE_LIMITED'],
    [{ status: 503 }, 'MODEL_UNAVAILABLE'],
    [{ fault: 'cut', text: 'An answer that is never finished' }, 'MODEL_STREAM_CUT'],
    [{ fault: 'overloaded', text: 'So far' }, 'MODEL_FAILED'],
    [{ fault: 'reset', text: 'An answer that is never finished' }, 'CONNECTION_RESET'],
    [{ fault: 'stall', text: 'An answer that is never finished' }, 'TIMEOUT'],
    [{ fault: 'hang' }, 'TIMEOUT'],
    [{ fault: 'filtered', text: 'I' }, 'CONTENT_FILTERED'],
  ])('%j is %s', async (scripted, expected) => {
    const { run } = await setUp([scripted], wire);
    // The timeout is short only if it is meant to run out.
    const outcome = await run({ maxRetries: 0, idleTimeoutMs: expected === 'TIMEOUT' ? 1_000 : 60_000 });
    expect(failureOf(outcome).code).toBe(expected);
    expect(JSON.stringify(outcome)).not.toContain(KEY);
  });

  it('a rate limit is waited out, and the question asked again under the same key', async () => {
    const { server, run } = await setUp(
      [
        { status: 429, headers: { 'retry-after': '1' } },
        { text: 'Well then.', usage: { input: 3, output: 2 } },
      ],
      wire,
    );
    const { result, steps } = await run();
    expect(result.output).toMatchObject({ content: 'Well then.', tokens: { total: 5 }, steps: 1 });
    expect(steps[0]?.attempts).toMatchObject([{ status: 429 }, { status: 200, waitMs: 1_000 }]);
    const keys = server.questions.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys)).toEqual(new Set(['run.agent.step-1']));
  });

  it('JSON of the schema is data, prose is mended once', async () => {
    const outputSchema = '{"type":"object","properties":{"urgent":{"type":"boolean"}},"required":["urgent"]}';
    const { server, run } = await setUp([{ text: 'It is urgent!' }, { text: '{"urgent": true}' }], wire);
    const { result } = await run({ outputSchema });
    expect(result).toMatchObject({ ok: true, output: { data: { urgent: true }, steps: 2 } });
    expect(JSON.stringify(server.questions[0]?.json)).toContain('urgent');
    expect(JSON.stringify(server.questions[1]?.json)).toContain('It is not JSON.');
  });
});

it('a stream that was cut is asked for again', async () => {
  const { server, run } = await setUp([{ fault: 'cut', text: 'Half an answer' }, { text: 'A whole one' }]);
  const { result } = await run({ maxRetries: 1 });
  expect(result.output.content).toBe('A whole one');
  expect(server.questions).toHaveLength(2);
});

describe('an answer that can’t be used', () => {
  const schema = { type: 'object', properties: { age: { type: 'integer', minimum: 0 } }, required: ['age'] };

  it.each([
    ['prose', 'I am 7.', /It is not JSON/],
    ['JSON of another form', '{"age": "seven"}', /"age" must be an integer/],
    ['JSON that lacks a member', '{}', /"age" is missing/],
  ])('as %s fails the second time with OUTPUT_INVALID', async (_, text, words) => {
    const { server, run } = await setUp([{ text, usage: { input: 5, output: 5 } }]);
    const outcome = await run({ outputSchema: JSON.stringify(schema) });
    expect(failureOf(outcome)).toMatchObject({
      code: 'OUTPUT_INVALID',
      message: expect.stringMatching(words),
    });
    expect(outcome.result.output).toMatchObject({ content: text, steps: 2, tokens: { total: 20 } });
    expect(server.questions).toHaveLength(2);
  });

  it('is checked against patterns too, and one that takes for ever is stopped', async () => {
    const { run } = await setUp([{ text: `{"id": "${'a'.repeat(40)}!"}` }]);
    const pattern = (text: string) => JSON.stringify({ properties: { id: { pattern: text } } });
    expect(failureOf(await run({ outputSchema: pattern('^b') })).message).toContain(
      'does not match the pattern',
    );
    expect(failureOf(await run({ outputSchema: pattern('^(a+)+$') })).message).toContain(
      'could not be checked',
    );
  });

  it('because its check takes too much work fails at once: the model can’t mend the schema', async () => {
    const { server, run } = await setUp([{ text: '{"age": 7}' }]);
    const outcome = await run({ outputSchema: JSON.stringify(doubling(30, schema)) });
    expect(failureOf(outcome)).toMatchObject({ code: 'CHECK_TOO_COMPLEX', field: 'outputSchema' });
    expect(outcome.result.output).toMatchObject({ content: '{"age": 7}', steps: 1 });
    expect(server.questions).toHaveLength(1);
  });

  it('in a fence of Markdown is taken', async () => {
    const { run } = await setUp([{ text: '```json\n{"age": 7}\n```' }]);
    expect((await run({ outputSchema: JSON.stringify(schema) })).result.output.data).toEqual({ age: 7 });
  });
});

describe('a tool', () => {
  it.each<[string, ScriptedAnswer, string]>([
    ['that there isn’t', { toolCalls: [{ name: 'moon', arguments: {} }] }, 'TOOL_UNKNOWN'],
    [
      'with arguments of another form',
      { toolCalls: [{ name: 'weather', arguments: { city: 7 } }] },
      'TOOL_ARGUMENTS_INVALID',
    ],
    [
      'with arguments that are no JSON',
      { toolCalls: [{ name: 'weather', arguments: '{"city": ' }] },
      'TOOL_ARGUMENTS_INVALID',
    ],
  ])('%s is told to the model once, then fails', async (_, scripted, expected) => {
    const weather = await weatherServer();
    const { server, run } = await setUp([scripted]);
    const outcome = await run({ tools: [{ ...WEATHER, url: `${weather.origin}/?city=<args.city>` }] });
    expect(failureOf(outcome)).toMatchObject({ code: expected });
    expect(server.questions).toHaveLength(2);
    expect(weather.received).toHaveLength(0);
  });

  it('that fails is told to the model, which may go on', async () => {
    const { server, run } = await setUp([
      { toolCalls: [{ name: 'gone', arguments: {} }] },
      { text: 'Never mind.' },
    ]);
    const { result, steps } = await run({
      tools: [{ kind: 'request', name: 'gone', url: 'http://10.0.0.1/' }],
    });
    expect(result.output.content).toBe('Never mind.');
    expect(steps[1]).toMatchObject({ kind: 'tool', error: { code: 'ADDRESS_NOT_ALLOWED' } });
    expect(JSON.stringify(server.questions[1]?.json)).toContain('private');
  });

  it('that is answered with 404 goes on, and its step says so', async () => {
    const api = await bed.serve(
      startHttpServer((_, response) => {
        response.statusCode = 404;
        response.end('none');
      }),
    );
    const { run } = await setUp([
      { toolCalls: [{ name: 'look', arguments: {} }] },
      { text: 'It is not there.' },
    ]);
    const { result, steps } = await run({
      tools: [{ kind: 'request', name: 'look', url: api.origin }],
    });
    expect(result).toMatchObject({
      ok: true,
      output: { toolCalls: [{ result: { status: 404, data: 'none' }, error: null }] },
    });
    expect(steps[1]).toMatchObject({
      output: { status: 404 },
      wentOn: true,
      error: { code: 'HTTP_STATUS', message: expect.stringContaining('returned 404 Not Found') },
    });
  });

  it('gets what the model says where it stands, encoded, and secrets that the model never sees', async () => {
    const api = await bed.serve(startHttpServer((_, response) => response.end('done')));
    const text = '", "admin": true, "x": "';
    const { server, run } = await setUp([
      { toolCalls: [{ name: 'add', arguments: { path: '../../x?y#z', text } }] },
      { text: 'Done.' },
    ]);
    const parameters = '{"type":"object","properties":{"path":{},"text":{},"maybe":{}}}';
    const tool = {
      kind: 'request',
      name: 'add',
      parameters,
      method: 'POST',
      url: `${api.origin}/notes/<args.path>`,
      headers: [{ key: 'Authorization', value: 'Bearer {{TOKEN}}' }],
      body: '{"text": "<args.text>", "maybe": <args.maybe>}',
    };
    const variables = new Map([['TOKEN', 'secret-of-the-tool']]);
    await run({ tools: [tool] }, { variables });
    expect(api.received[0]).toMatchObject({
      url: '/notes/..%2F..%2Fx%3Fy%23z',
      body: JSON.stringify({ text, maybe: null })
        .replace(',"maybe":null', ', "maybe": null')
        .replace('{"text":', '{"text": '),
      headers: { authorization: 'Bearer secret-of-the-tool', 'idempotency-key': 'run.agent.step-1-tool-0' },
    });
    expect(JSON.stringify(server.questions.map(({ json }) => json))).not.toContain('secret-of-the-tool');
  });
});

describe('a limit', () => {
  const again = {
    toolCalls: [{ name: 'weather', arguments: { city: 'Rome' } }],
    usage: { input: 1_000, output: 0 },
  };
  const spending = (limits: RunSpending['limits']): RunSpending => ({
    limits,
    startedAtMs: Date.now(),
    usd: 0,
    calls: 0,
  });

  it.each<[object, RunSpending['limits'], object, number]>([
    [{ steps: 3 }, {}, { code: 'AGENT_STEP_LIMIT', limit: 'steps', scope: 'block' }, 3],
    [{ calls: 4 }, {}, { code: 'BUDGET_EXCEEDED', limit: 'calls', scope: 'block' }, 2],
    [{ usd: 0.005 }, {}, { code: 'BUDGET_EXCEEDED', limit: 'usd', scope: 'block' }, 3],
    [{}, { calls: 1 }, { code: 'BUDGET_EXCEEDED', limit: 'calls', scope: 'run' }, 1],
    [{}, { usd: 0.001 }, { code: 'BUDGET_EXCEEDED', limit: 'usd', scope: 'run' }, 1],
  ])('%j, of the run %j, stops a model that calls tools for ever', async (limits, ofRun, error, asked) => {
    const weather = await weatherServer();
    const { server, run } = await setUp([again]);
    const tools = [{ ...WEATHER, url: `${weather.origin}/?city=<args.city>` }];
    const outcome = await run({ tools, limits }, { spending: spending(ofRun) });
    expect(failureOf(outcome)).toMatchObject(error);
    expect(server.questions).toHaveLength(asked);
    expect(outcome.result.output).toMatchObject({ steps: asked, tokens: { input: 1_000 * asked } });
  });

  it.each<[object, RunSpending['limits'], string]>([
    [{ seconds: 1 }, {}, 'block'],
    [{}, { seconds: 1 }, 'run'],
  ])('of time, %j and of the run %j, cuts a hanging provider off', async (limits, ofRun, scope) => {
    const { run } = await setUp([{ fault: 'hang' }]);
    const outcome = await run({ limits }, { spending: spending(ofRun) });
    expect(failureOf(outcome)).toMatchObject({ code: 'BUDGET_EXCEEDED', limit: 'seconds', scope });
  });

  it('in USD needs a price; without one nothing is asked', async () => {
    const { server, run } = await setUp([{ text: 'Hi' }]);
    expect(failureOf(await run({ model: 'unpriced', limits: { usd: 1 } })).code).toBe('PRICE_UNKNOWN');
    expect(server.questions).toHaveLength(0);
  });

  it('of one run is shared by its agents', async () => {
    const { run } = await setUp([{ text: 'Hi' }]);
    const shared = spending({ calls: 1 });
    expect((await run({}, { spending: shared })).result.ok).toBe(true);
    expect(failureOf(await run({}, { spending: shared }))).toMatchObject({ limit: 'calls', scope: 'run' });
  });
});

it('a model without a price costs null, with a warning', async () => {
  const { run } = await setUp([{ text: 'Hi', usage: { input: 3, output: 4 } }]);
  const { result, steps } = await run({ model: 'unpriced' });
  expect(result).toMatchObject({ ok: true, output: { cost: null, tokens: { total: 7 } } });
  expect(result.warnings).toEqual([expect.stringContaining('No price is known for the model "unpriced"')]);
  expect(steps[0]).toMatchObject({ cost: null, tokens: { total: 7 } });
});

it('a cancelled run ends the agent at once', async () => {
  const cancel = new AbortController();
  const { server, run } = await setUp([{ fault: 'hang' }]);
  const running = run({}, { signal: cancel.signal });
  await expect.poll(() => server.questions.length).toBe(1);
  cancel.abort();
  expect(failureOf(await running).code).toBe('CANCELLED');
});

it('a base URL where no model is gets clear words', async () => {
  const other = await bed.serve(startHttpServer((_, response) => response.end('{"hello": "world"}')));
  const { run } = await setUp([]);
  const outcome = await run({ provider: { kind: 'openai', baseUrl: other.origin } });
  expect(failureOf(outcome)).toMatchObject({ code: 'MODEL_RESPONSE_INVALID' });
});

it('Anthropic is told to cache a long system prompt, and a conversation that goes on', async () => {
  const weather = await weatherServer();
  const again = { toolCalls: [{ name: 'weather', arguments: { city: 'Rome' } }] };
  const { server, run } = await setUp([again, { text: 'Warm.' }], 'anthropic');
  const tools = [{ ...WEATHER, url: `${weather.origin}/?city=<args.city>` }];
  await run({ tools, system: 'Be kind. '.repeat(600) });
  const marks = server.questions.map(({ json }) => JSON.stringify(json).split('"cache_control"').length - 1);
  expect(marks).toEqual([1, 2]);
  await run({ tools, system: 'Be kind. '.repeat(600), cachePrompt: false });
  expect(JSON.stringify(server.questions[2]?.json)).not.toContain('cache_control');
});

it.each([
  { model: '' },
  { model: '../secrets' },
  { prompt: ' ' },
  { outputSchema: '{' },
  { provider: { kind: 'openai' } },
  { tools: [WEATHER] },
  { tools: [{ ...WEATHER, url: 'http://127.0.0.1/', parameters: '[]' }] },
])('%j is refused before anything is asked', async (config) => {
  const { server, run } = await setUp([{ text: 'Hi' }]);
  expect(failureOf(await run(config))).toMatchObject({ code: 'CONFIG_INVALID' });
  expect(server.questions).toHaveLength(0);
});
