import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { startHttpServer } from '../../../platform/outbound-http/testing/loopback-server';
import { createTestBed } from '../../../platform/outbound-http/testing/outbound-test-client';
import { runAgent } from './testing/run-agent';

const bed = createTestBed();
afterEach(() => bed.closeAll());

type Json = Record<string, unknown>;
/** A body that is sent as a stream (text) or whole (an object), or a handler. */
type Answer = string | Json | ((question: Json, response: ServerResponse) => void);

/** Runs a model whose answers are literal; the last one repeats. */
async function ask(answers: Answer[], config: Json = {}) {
  const questions: Json[] = [];
  const server = await bed.serve(
    startHttpServer(({ body, method }, response) => {
      if (method === 'GET') return response.end('"sunny"');
      const question = JSON.parse(body) as Json;
      questions.push(question);
      const answer = answers[Math.min(questions.length, answers.length) - 1];
      if (typeof answer === 'function') return answer(question, response);
      const type = typeof answer === 'string' ? 'text/event-stream' : 'application/json';
      response.setHeader('content-type', type);
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    }),
  );
  const { client } = bed.open();
  const parameters = '{"type":"object","properties":{"city":{"type":"string"}}}';
  const tools = [{ kind: 'request', name: 'weather', url: server.origin, parameters }];
  const provider = { kind: 'openai', baseUrl: `${server.origin}/v1`, apiKey: 'k' };
  const { result, steps } = await runAgent({ provider, tools, ...config }, { http: client });
  return { result, steps, questions };
}

const data = (value: unknown): string =>
  `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;
const chunk = (delta: object, finish: string | null = null, more: object = {}): string =>
  data({ id: 'c', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }], ...more });
const DONE = data('[DONE]');
const FINE = chunk({ role: 'assistant', content: 'fine' }) + chunk({}, 'stop') + DONE;
const called = (members: object = {}, args: unknown = '{"city":"x"}') => ({
  id: 'c1',
  type: 'function',
  function: { name: 'weather', arguments: args },
  ...members,
});
const whole = (message: object, finish: string | null = 'stop'): Json => ({
  id: 'c',
  choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: finish }],
});

describe('a stream that deviates is read, and paid for once', () => {
  const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
  it.each([
    ['no reason to finish', chunk({ role: 'assistant', content: 'fine' }) + DONE],
    ['a count without choices', FINE.replace(DONE, data({ id: 'c', usage }) + DONE)],
    ['a count whose choices are null', FINE.replace(DONE, data({ id: 'c', choices: null, usage }) + DONE)],
    ['a count whose choices are empty', FINE.replace(DONE, data({ choices: [], usage }) + DONE)],
    ['errors that are none', FINE.replaceAll('"id":"c"', '"id":"c","error":null')],
    [
      'another role and numbers as text',
      FINE.replaceAll('"assistant"', '"model"').replaceAll(':1,', ':"1",'),
    ],
    ['ids that are numbers', FINE.replaceAll('"id":"c"', '"id":7')],
    ['values that are no events', data('null') + FINE],
    [
      'a refusal',
      chunk({ content: null, refusal: 'fi' }) + chunk({ refusal: 'ne' }) + chunk({}, 'stop') + DONE,
    ],
    ['an event that can’t be read', data({ choices: [{ delta: { content: { a: 1 } } }] }) + FINE],
  ])('%s', async (_what, stream) => {
    const { result, questions } = await ask([stream]);
    expect(result).toMatchObject({ ok: true, output: { content: 'fine' } });
    expect(questions).toHaveLength(1);
  });

  it('and left open after its last event', async () => {
    const { result, questions } = await ask([(_question, response) => void response.write(FINE)]);
    expect(result).toMatchObject({ ok: true, output: { content: 'fine' } });
    expect(questions).toHaveLength(1);
  });

  it('a missing part of an answer is told', async () => {
    const { result } = await ask([data({ choices: [{ delta: { content: { a: 1 } } }] }) + FINE]);
    expect(result.warnings).toContainEqual(expect.stringContaining('A part of the answer is missing'));
  });

  it('the end of the stream without an answer is still no answer', async () => {
    const { result, questions } = await ask([DONE], { maxRetries: 0 });
    expect(result).toMatchObject({ ok: false, error: { code: 'MODEL_STREAM_CUT' } });
    expect(questions).toHaveLength(1);
  });

  it('a stream that is cut off is no answer either', async () => {
    const { result } = await ask([chunk({ role: 'assistant', content: 'fi' })], { maxRetries: 0 });
    expect(result).toMatchObject({ ok: false, error: { code: 'MODEL_STREAM_CUT' } });
  });
});

describe('arguments of a tool that are an object', () => {
  const wants = (args: unknown) => [called({ index: 0 }, args)];
  it.each([
    ['in a stream', chunk({ tool_calls: wants({ city: 'x' }) }) + chunk({}, 'tool_calls') + DONE, FINE],
    ['without a reason to finish', chunk({ tool_calls: wants({ city: 'x' }) }) + DONE, FINE],
    [
      'in a whole answer',
      whole({ tool_calls: wants({ city: 'x' }) }, 'tool_calls'),
      whole({ content: 'fine' }),
    ],
    ['in a whole answer to a question for a stream', whole({ tool_calls: wants({ city: 'x' }) }), FINE],
  ])('%s are read', async (what, first, second) => {
    const { result } = await ask([first, second], { stream: what !== 'in a whole answer' });
    expect(result).toMatchObject({
      ok: true,
      output: { content: 'fine', toolCalls: [{ name: 'weather', arguments: { city: 'x' }, error: null }] },
    });
  });
});

it('a refusal in a whole answer is the answer', async () => {
  const { result } = await ask([whole({ refusal: 'No.' })], { stream: false });
  expect(result).toMatchObject({ ok: true, output: { content: 'No.' } });
});

describe('what an answer holds for its server alone comes back unchanged', () => {
  const extra = { extra_content: { google: { thought_signature: 'SIG' } } };
  const thoughts = [
    { type: 'reasoning.text', index: 0, id: null, text: 'I need the weather.', signature: 'S' },
    { type: 'reasoning.encrypted', index: 1, id: 'r', data: 'AB' },
  ];
  const blocks = [{ type: 'thinking', thinking: 'Hm.', signature: 'T' }];

  const assistantOf = (questions: Json[]) =>
    (questions[1]?.messages as Json[] | undefined)?.find(({ role }) => role === 'assistant');

  it('whole', async () => {
    const message = { reasoning_details: thoughts, thinking_blocks: blocks, ...extra };
    const tool_calls = [called(extra), called({ id: 'c2', provider_specific_fields: { signature: 'P' } })];
    const first = whole({ tool_calls, ...message }, 'tool_calls');
    const { questions, result } = await ask([first, whole({ content: 'fine' })], { stream: false });
    expect(result.ok).toBe(true);
    expect(assistantOf(questions)).toMatchObject(message);
    expect(assistantOf(questions)?.tool_calls).toMatchObject([
      { id: 'c1', ...extra },
      { id: 'c2', provider_specific_fields: { signature: 'P' } },
    ]);
  });

  it('in pieces', async () => {
    const detail = (index: number, members: object) =>
      chunk({ reasoning_details: [{ type: 'reasoning.text', index, id: null, ...members }] });
    const stream =
      detail(0, { text: 'I need ' }) +
      detail(0, { text: 'the weather.', signature: null }) +
      detail(0, { text: '', signature: 'S' }) +
      chunk({ reasoning_details: [thoughts[1]] }) +
      chunk({ thinking_blocks: [{ type: 'thinking', thinking: 'H' }] }) +
      chunk({ thinking_blocks: [{ type: 'thinking', thinking: 'm.', signature: 'T' }] }) +
      chunk({ tool_calls: [{ index: 0, ...called({}, '') }] }) +
      chunk({ tool_calls: [{ index: 0, function: { arguments: '{}' }, ...extra }] }) +
      chunk({ tool_calls: [{ index: 1, ...called({ id: 'c2' }) }] }) +
      chunk({}, 'tool_calls') +
      DONE;
    const { questions, result } = await ask([stream, FINE]);
    expect(result.ok).toBe(true);
    expect(assistantOf(questions)).toMatchObject({ reasoning_details: thoughts, thinking_blocks: blocks });
    const calls = assistantOf(questions)?.tool_calls as Json[];
    expect(calls).toMatchObject([{ id: 'c1', ...extra }, { id: 'c2' }]);
    expect(calls[1]).not.toHaveProperty('extra_content');
  });
});

describe('Anthropic’s thoughts come back as they were', () => {
  const event = (type: string, members: object) => `event: ${type}\n${data({ type, ...members })}`;
  const start = (index: number, block: object) =>
    event('content_block_start', { index, content_block: block });
  const delta = (index: number, members: object) => event('content_block_delta', { index, delta: members });
  const stop = (index: number) => event('content_block_stop', { index });
  const message = (content: unknown[], stop_reason: string | null) => ({
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content,
    stop_reason,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  });
  const stream = (blocks: string, reason: string) =>
    event('message_start', { message: message([], null) }) +
    blocks +
    event('message_delta', { delta: { stop_reason: reason }, usage: { output_tokens: 2 } }) +
    event('message_stop', {});
  const thinking = (index: number, pieces: string[], signature: string) =>
    start(index, { type: 'thinking', thinking: '', signature: '' }) +
    pieces.map((piece) => delta(index, { type: 'thinking_delta', thinking: piece })).join('') +
    delta(index, { type: 'signature_delta', signature }) +
    stop(index);
  const tool = { type: 'tool_use', id: 't1', name: 'weather', input: {} };
  const fine = stream(
    start(0, { type: 'text', text: '' }) + delta(0, { type: 'text_delta', text: 'fine' }) + stop(0),
    'end_turn',
  );
  const CONTENT = [
    { type: 'thinking', thinking: 'I need the weather.', signature: 'S1' },
    { type: 'redacted_thinking', data: 'R' },
    { type: 'thinking', thinking: 'Really.', signature: 'S2' },
    { type: 'tool_use', id: 't1', name: 'weather' },
  ];

  it.each([
    [
      'in a stream',
      stream(
        thinking(0, ['I need ', 'the weather.'], 'S1') +
          start(1, { type: 'redacted_thinking', data: 'R' }) +
          stop(1) +
          thinking(2, ['Really.'], 'S2') +
          start(3, tool) +
          stop(3),
        'tool_use',
      ),
    ],
    [
      'in a stream whose blocks begin with their texts',
      stream(
        start(0, { type: 'thinking', thinking: 'I need ', signature: '' }) +
          delta(0, { type: 'thinking_delta', thinking: 'the weather.' }) +
          delta(0, { type: 'signature_delta', signature: 'S1' }) +
          stop(0) +
          start(1, { type: 'redacted_thinking', data: 'R' }) +
          stop(1) +
          start(2, { type: 'thinking', thinking: 'Really.', signature: 'S2' }) +
          stop(2) +
          start(3, tool) +
          stop(3),
        'tool_use',
      ),
    ],
    ['in a whole answer', message([...CONTENT.slice(0, 3), tool], 'tool_use')],
  ])('%s', async (_what, first) => {
    const isWhole = typeof first !== 'string';
    const second = isWhole ? message([{ type: 'text', text: 'fine' }], 'end_turn') : fine;
    const server = await bed.serve(
      startHttpServer((request, response) => {
        if (request.method === 'GET') return response.end('"sunny"');
        const said = server.received.filter(({ method }) => method === 'POST').length === 1 ? first : second;
        response.setHeader('content-type', isWhole ? 'application/json' : 'text/event-stream');
        response.end(typeof said === 'string' ? said : JSON.stringify(said));
      }),
    );
    const { client } = bed.open();
    const tools = [{ kind: 'request', name: 'weather', url: server.origin }];
    const provider = { kind: 'anthropic', baseUrl: `${server.origin}/v1`, apiKey: 'k' };
    const { result } = await runAgent({ provider, tools, stream: !isWhole }, { http: client });
    expect(result).toMatchObject({ ok: true, output: { content: 'fine', steps: 2 } });
    const [, asked] = server.received.filter(({ method }) => method === 'POST');
    const said = JSON.parse(asked?.body ?? '{}') as { messages: Array<{ role: string; content: Json[] }> };
    expect(said.messages.find(({ role }) => role === 'assistant')?.content).toMatchObject(CONTENT);
  });
});
