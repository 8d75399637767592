import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { MODEL_PROVIDERS, type ModelProvider } from '../../../platform/models/contract';
import { type ModelServerRequest, startModelServer } from '../../../platform/models/testing/model-server';
import type { ScriptedAnswer } from '../../../platform/models/testing/scripted-answer';
import { startHttpServer } from '../../../platform/outbound-http/testing/loopback-server';
import { createTestBed } from '../../../platform/outbound-http/testing/outbound-test-client';
import { createSandbox } from '../../../platform/sandbox/sandbox';
import { runAgent } from './testing/run-agent';

const bed = createTestBed();
afterEach(() => bed.closeAll());
const code = createSandbox({ threads: 1 });
afterAll(() => code.close());

type Script = (question: ModelServerRequest, index: number) => ScriptedAnswer;

async function setUp(script: Script, wire: ModelProvider = 'openai') {
  const server = await bed.serve(startModelServer(script));
  const { client } = bed.open();
  const provider = { kind: wire, baseUrl: server.baseUrlOf(wire), apiKey: 'k' };
  const run = (config: object = {}) => runAgent({ provider, ...config }, { http: client, code });
  return { server, run };
}

const X = '{"type":"object","properties":{"x":{"type":"number"}},"required":["x"]}';
const refusal = (message: string, status = 400): ScriptedAnswer => ({
  status,
  error: { code: 'bad_request', message },
});

describe.each(MODEL_PROVIDERS)('in the wire format of %s', (wire) => {
  const usage = { input: 10, cacheRead: 4, output: 5 };

  it('an answer that is asked for whole is read with its tools and tokens', async () => {
    const api = await bed.serve(startHttpServer((_, response) => response.end('sunny')));
    const { server, run } = await setUp(
      (_, index) =>
        index === 0 ? { toolCalls: [{ name: 'sky', arguments: {} }], usage } : { text: 'Sunny.', usage },
      wire,
    );
    const tools = [{ kind: 'request', name: 'sky', url: api.origin }];
    const { result } = await run({ stream: false, tools, idleTimeoutMs: 1_000 });
    expect(result).toMatchObject({
      ok: true,
      output: {
        content: 'Sunny.',
        steps: 2,
        finishReason: 'stop',
        tokens: { ...usage, input: 20, cacheRead: 8, output: 10 },
      },
    });
    for (const { json, url } of server.questions) {
      expect(json).not.toHaveProperty('stream', true);
      expect(url).not.toContain('stream');
    }
  });

  it('an answer that comes whole though a stream was asked for is read all the same', async () => {
    const { server, run } = await setUp(() => ({ text: 'hello', usage, whole: true }), wire);
    const { result, steps } = await run();
    expect(result).toMatchObject({ ok: true, output: { content: 'hello', tokens: { ...usage } } });
    expect([server.questions.length, steps.length]).toEqual([1, 1]);
  });

  it('thoughts before the JSON are set aside, and shown with the step', async () => {
    const text = '<think>let me {see}</think>\n{"x":1}';
    const { server, run } = await setUp(() => ({ text }), wire);
    for (const stream of [true, false]) {
      const { result, steps } = await run({ outputSchema: X, stream });
      expect(result.output).toMatchObject({ data: { x: 1 }, content: '{"x":1}', steps: 1 });
      expect(steps[0]?.output).toMatchObject({ thinking: 'let me {see}', content: '{"x":1}' });
    }
    expect(server.questions).toHaveLength(2);
  });
});

describe('JSON behind other words', () => {
  it.each([
    ['no beginning of the thoughts', 'let me see\n</think>\n{"x":1}'],
    ['tags that the prompt asked for', '<reasoning>[a] {b}</reasoning>{"x":1}'],
    ['plain words', 'Okay, I have to count. First 2, then less.\n\n{"x":1}'],
    ['plain words and a fence', 'The answer:\n```json\n{"x":1}\n```'],
    ['a fence without a language', '```\n{\n  "x": 1\n}\n```'],
    ['a draft before it', '{"x":2} is too much, so {"x":1}'],
    ['gpt-oss, written out', 'analysisThe user wants {"x": …}.assistantfinal{"x":1}'],
  ])('with %s is taken', async (_what, text) => {
    const { server, run } = await setUp(() => ({ text }));
    expect((await run({ outputSchema: X })).result.output.data).toEqual({ x: 1 });
    expect(server.questions).toHaveLength(1);
  });

  it.each(['[{"x":1},{"x":1}', '{"a":{"x":1}', 'Here: {"list": [\n  {"x":1}', '{"x":1} it is'])(
    'that is a part, or not the end, of %j is asked for again',
    async (text) => {
      const { server, run } = await setUp((_, index) => ({ text: index === 0 ? text : '{"x":7}' }));
      expect((await run({ outputSchema: X })).result.output.data).toEqual({ x: 7 });
      expect(server.questions).toHaveLength(2);
    },
  );

  it('of many brackets is looked for within bounds', async () => {
    const { run } = await setUp(() => ({ text: `${'word [ '.repeat(20_000)}]` }));
    expect((await run({ outputSchema: X })).result).toMatchObject({ error: { code: 'OUTPUT_INVALID' } });
  });
});

it('the thoughts are not sent back with the next question, nor shown in an answer of text', async () => {
  const api = await bed.serve(startHttpServer((_, response) => response.end('sunny')));
  const { server, run } = await setUp((_, index) =>
    index === 0
      ? { text: '<think>th0ughts</think>', toolCalls: [{ name: 'sky', arguments: {} }] }
      : { text: '<think>more</think>\nSunny.' },
  );
  const { result } = await run({ tools: [{ kind: 'request', name: 'sky', url: api.origin }] });
  expect(result.output.content).toBe('Sunny.');
  expect(JSON.stringify(server.questions[1]?.json)).not.toContain('th0ughts');
});

describe('a server that refuses how it is asked', () => {
  it('gets max_completion_tokens once it asks for it, from then on at once', async () => {
    const words =
      "Unsupported parameter: 'max_tokens' is not supported with this model. " +
      "Use 'max_completion_tokens' instead.";
    const { server, run } = await setUp(({ json }) =>
      'max_tokens' in json ? refusal(words) : { text: 'Hi' },
    );
    const { result, steps } = await run({ maxOutputTokens: 99, maxRetries: 0 });
    expect(result).toMatchObject({ ok: true, output: { content: 'Hi', steps: 1 } });
    expect(steps[0]?.attempts).toMatchObject([{ status: 400 }, { status: 200 }]);
    await run({ maxOutputTokens: 99 });
    const asked = server.questions.map(({ json }) => [json.max_tokens, json.max_completion_tokens]);
    expect(asked).toEqual([
      [99, undefined],
      [undefined, 99],
      [undefined, 99],
    ]);
    const keys = server.questions.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual(['run.agent.step-1', 'run.agent.step-1.1', 'run.agent.step-1']);
  });

  it('is asked once more only, and its last words are told', async () => {
    const { server, run } = await setUp((_, index) => refusal(`max_tokens is not supported, try ${index}`));
    const { result } = await run({ maxOutputTokens: 99 });
    expect(result).toMatchObject({ error: { code: 'MODEL_REQUEST_INVALID' } });
    expect(!result.ok && result.error.message).toContain('try 1');
    expect(server.questions).toHaveLength(2);
  });

  it.each([
    ['llama.cpp, with tools', 'Cannot use tools with stream', 400],
    ['OpenAI, unverified', 'Your organization must be verified to stream this model.', 400],
    ['vLLM, embedding', 'Streaming is not supported for this model', 422],
    ['a gateway', 'stream is not supported', 501],
  ])('%s, is asked for a whole answer, from then on at once', async (_what, words, status) => {
    const { server, run } = await setUp(({ json }) =>
      json.stream === true ? refusal(words, status) : { text: 'Hi' },
    );
    expect((await run({ maxRetries: 0 })).result.output.content).toBe('Hi');
    expect((await run({ maxRetries: 0 })).result.output.content).toBe('Hi');
    expect(server.questions.map(({ json }) => json.stream === true)).toEqual([true, false, false]);
  });

  it('without stream_options is asked without', async () => {
    const { run, server } = await setUp(({ json }) =>
      'stream_options' in json ? refusal('Unknown parameter: stream_options', 422) : { text: 'Hi' },
    );
    expect((await run()).result.output.content).toBe('Hi');
    expect(server.questions.map(({ json }) => json.stream)).toEqual([true, true]);
  });

  it('that can’t be asked for JSON gets the schema in words', async () => {
    const { run, server } = await setUp(({ json }) =>
      'response_format' in json
        ? refusal('This response_format type is unavailable now')
        : { text: '```json\n{"x": 1}\n```' },
    );
    const { result } = await run({ outputSchema: X, system: 'Be kind.' });
    expect(result).toMatchObject({ ok: true, output: { data: { x: 1 }, steps: 1 } });
    const { messages } = server.questions[1]!.json;
    const [system] = messages as Array<{ role: string; content: string }>;
    expect(system?.role).toBe('system');
    expect(system?.content).toMatch(/^Be kind\.\n\nWhen you are done, answer with JSON only/);
  });

  it('in several ways is asked in several ways', async () => {
    const { run, server } = await setUp(({ json }) => {
      if (json.stream === true) return refusal('stream is not supported');
      return 'max_tokens' in json ? refusal("'max_tokens' is not supported") : { text: 'Hi' };
    });
    expect((await run({ maxOutputTokens: 9 })).result.output.content).toBe('Hi');
    expect(server.questions).toHaveLength(3);
  });

  it.each([
    [
      'a limit of the model',
      400,
      'max_tokens is too large: 99. The model has 4096 completion tokens at most.',
    ],
    ['a key', 401, 'stream is not supported for this key'],
    ['another member', 400, "'temperature' is not supported with this model"],
    ['a broken upstream', 400, 'The upstream is unavailable'],
  ])('because of %s is not asked again', async (_what, status, words) => {
    const { run, server } = await setUp(() => refusal(words, status));
    const { result } = await run({ maxOutputTokens: 99, temperature: 0.3, maxRetries: 0 });
    expect(result.ok).toBe(false);
    expect(server.questions).toHaveLength(1);
  });
});

it('a server that says with status 200 why it has no answer is told', async () => {
  const server = await bed.serve(
    startHttpServer((_, response) => response.end('{"error":{"message":"The context is too long."}}')),
  );
  const { client } = bed.open();
  const provider = { kind: 'openai', baseUrl: server.origin };
  const { result } = await runAgent({ provider }, { http: client, code });
  expect(result).toMatchObject({
    error: { code: 'MODEL_FAILED', message: expect.stringContaining('too long') },
  });
});
