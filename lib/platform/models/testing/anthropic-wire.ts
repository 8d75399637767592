import { argumentsText, event, piecesOf } from './openai-wire';
import type { ScriptedAnswer } from './scripted-answer';

const STOP: Readonly<Record<string, string>> = { length: 'max_tokens', filtered: 'refusal' };

/** Writes a response of `messages` with `stream: true`. */
export function anthropicEvents({ text = '', toolCalls = [], usage = {}, fault }: ScriptedAnswer): string[] {
  const { input = 0, cacheRead = 0, cacheWrite = 0, output = 0 } = usage;
  const send = (data: { type: string }) => event(data, data.type);
  const counted = {
    input_tokens: input,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    output_tokens: 1,
  };
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'served',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: counted,
  };
  const texts =
    text === ''
      ? []
      : [
          {
            block: { type: 'text', text: '' },
            deltas: piecesOf(text).map((piece) => ({ type: 'text_delta', text: piece })),
          },
        ];
  const calls = toolCalls.map(({ name, arguments: given }, index) => ({
    block: { type: 'tool_use', id: `toolu_${index}`, name, input: {} },
    deltas: piecesOf(argumentsText(given)).map((piece) => ({
      type: 'input_json_delta',
      partial_json: piece,
    })),
  }));
  const blocks = [...texts, ...calls].flatMap(({ block, deltas }, index) => [
    send({ type: 'content_block_start', index, content_block: block } as { type: string }),
    ...deltas.map((delta) => send({ type: 'content_block_delta', index, delta } as { type: string })),
    send({ type: 'content_block_stop', index } as { type: string }),
  ]);
  const stop = STOP[fault ?? ''] ?? (toolCalls.length > 0 ? 'tool_use' : 'end_turn');
  const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  const end = [
    send({
      type: 'message_delta',
      delta: { stop_reason: stop, stop_sequence: null },
      usage: { output_tokens: output },
    } as { type: string }),
    send({ type: 'message_stop' }),
  ];
  return [
    send({ type: 'message_start', message } as { type: string }),
    send({ type: 'ping' }),
    ...blocks,
    ...(fault === 'overloaded' ? [send(overloaded)] : end),
  ];
}

/** Writes a response of `messages` without `stream`. */
export function anthropicWhole({ text = '', toolCalls = [], usage = {}, fault }: ScriptedAnswer): object {
  const { input = 0, cacheRead = 0, cacheWrite = 0, output = 0 } = usage;
  const calls = toolCalls.map(({ name, arguments: given }, index) => ({
    type: 'tool_use',
    id: `toolu_${index}`,
    name,
    input: given,
  }));
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'served',
    stop_sequence: null,
    content: [...(text === '' ? [] : [{ type: 'text', text }]), ...calls],
    stop_reason: STOP[fault ?? ''] ?? (calls.length > 0 ? 'tool_use' : 'end_turn'),
    usage: {
      input_tokens: input,
      output_tokens: output,
      cache_creation_input_tokens: cacheWrite,
      cache_read_input_tokens: cacheRead,
    },
  };
}

export const anthropicError = (_: number, { code, message }: { code: string; message: string }) => ({
  type: 'error',
  error: { type: code, message },
});
