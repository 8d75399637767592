import type { ScriptedAnswer } from './scripted-answer';

export function event(data: unknown, name?: string): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${text}\n\n`;
}

export const argumentsText = (given: object | string): string =>
  typeof given === 'string' ? given : JSON.stringify(given);

/** Splits text into pieces of 4 characters, so that an answer comes in several events. */
export const piecesOf = (text: string): string[] => text.match(/[\s\S]{1,4}/g) ?? [];

const FINISH: Readonly<Record<string, string>> = { length: 'length', filtered: 'content_filter' };

/**
 * Writes a response of `chat/completions` with `stream: true` and `stream_options: {include_usage: true}`.
 */
export function openAiEvents({ text = '', toolCalls = [], usage = {}, fault }: ScriptedAnswer): string[] {
  const about = {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_764_000_000,
    model: 'served',
  };
  const chunk = (delta: object, finish: string | null = null) =>
    event({ ...about, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] });
  const calls = toolCalls.flatMap(({ name, arguments: given }, index) => [
    chunk({
      tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name, arguments: '' } }],
    }),
    ...piecesOf(argumentsText(given)).map((piece) =>
      chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
    ),
  ]);
  const { input = 0, cacheRead = 0, cacheWrite = 0, output = 0 } = usage;
  const prompt = input + cacheRead + cacheWrite;
  const counted = {
    prompt_tokens: prompt,
    completion_tokens: output,
    total_tokens: prompt + output,
    prompt_tokens_details: { cached_tokens: cacheRead },
  };
  const overloaded = { error: { message: 'The server is overloaded.', type: 'server_error', code: null } };
  const end = [
    chunk({}, FINISH[fault ?? ''] ?? (toolCalls.length > 0 ? 'tool_calls' : 'stop')),
    event({ ...about, choices: [], usage: counted }),
    event('[DONE]'),
  ];
  return [
    chunk({ role: 'assistant', content: '' }),
    ...piecesOf(text).map((piece) => chunk({ content: piece })),
    ...calls,
    ...(fault === 'overloaded' ? [event(overloaded)] : end),
  ];
}

/** Writes a response of `chat/completions` without `stream`. */
export function openAiWhole({ text = '', toolCalls = [], usage = {}, fault }: ScriptedAnswer): object {
  const { input = 0, cacheRead = 0, cacheWrite = 0, output = 0 } = usage;
  const prompt = input + cacheRead + cacheWrite;
  const calls = toolCalls.map(({ name, arguments: given }, index) => ({
    id: `call_${index}`,
    type: 'function',
    function: { name, arguments: argumentsText(given) },
  }));
  const message = { role: 'assistant', content: text, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
  const finish = FINISH[fault ?? ''] ?? (calls.length > 0 ? 'tool_calls' : 'stop');
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_764_000_000,
    model: 'served',
    choices: [{ index: 0, message, logprobs: null, finish_reason: finish }],
    usage: {
      prompt_tokens: prompt,
      completion_tokens: output,
      total_tokens: prompt + output,
      prompt_tokens_details: { cached_tokens: cacheRead },
    },
  };
}

export const openAiError = (_: number, { code, message }: { code: string; message: string }) => ({
  error: { message, type: 'invalid_request_error', param: null, code },
});
