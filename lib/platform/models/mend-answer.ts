import { EventReader, type StreamEvent } from '../text/event-stream';
import { isJsonObject } from '../text/exact-number';
import type { ModelProvider } from './contract';
import { NO_STATE, type OpaqueState } from './opaque-state';
import { OpenAiAnswer } from './openai-answer';

/** Makes an answer readable for the SDK, in linear time: as a stream that arrives, or whole. */
export interface AnswerMender {
  /** Returns the readable bytes of this piece of a stream. */
  add(chunk: Uint8Array): Uint8Array;
  /** Returns the rest of the stream. */
  end(): Uint8Array;
  whole(body: Buffer): Uint8Array;
  /** What the answer holds for its server alone. */
  readonly opaque: OpaqueState;
}

/** Google's answers need none. */
export function answerMender(provider: ModelProvider): AnswerMender | null {
  if (provider === 'google') return null;
  return provider === 'openai' ? new OpenAiMender() : new AnthropicMender();
}

/** The event that ends a stream, although the connection may stay open. */
export const isLastEvent = ({ type, data }: StreamEvent): boolean =>
  data.trim() === DONE || type === 'message_stop';

const DONE = '[DONE]';
const NOTHING = new Uint8Array(0);

const written = ({ type, data }: StreamEvent): string =>
  `${type === 'message' ? '' : `event: ${type}\n`}data: ${data.replaceAll('\n', '\ndata: ')}\n\n`;

abstract class EventMender implements AnswerMender {
  readonly #reader = new EventReader();

  abstract readonly opaque: OpaqueState;
  abstract whole(body: Buffer): Uint8Array;
  protected abstract mend(event: StreamEvent): StreamEvent[];

  add(chunk: Uint8Array): Uint8Array {
    return this.#write(this.#reader.add(chunk));
  }

  end(): Uint8Array {
    return this.#write(this.#reader.end());
  }

  #write(events: readonly StreamEvent[]): Uint8Array {
    if (events.length === 0) return NOTHING;
    return Buffer.from(
      events
        .flatMap((event) => this.mend(event))
        .map(written)
        .join(''),
    );
  }
}

class OpenAiMender extends EventMender {
  readonly #answer = new OpenAiAnswer();

  get opaque(): OpaqueState {
    return this.#answer.opaque;
  }

  protected mend(event: StreamEvent): StreamEvent[] {
    const { data } = event;
    if (data.trim() === DONE) {
      const added = this.#answer.end().map((value) => ({ type: 'message', data: JSON.stringify(value) }));
      return [...added, event];
    }
    const value = parsed(data);
    if (value === undefined) return [event];
    // What is no object, such as null, is no part of an answer.
    return isJsonObject(value) ? [{ ...event, data: JSON.stringify(this.#answer.event(value)) }] : [];
  }

  whole(body: Buffer): Uint8Array {
    const value = parsed(body.toString('utf8'));
    return value === undefined ? body : Buffer.from(JSON.stringify(this.#answer.whole(value)));
  }
}

/** Some servers of Anthropic's format begin a block with its text, which the SDK reads in the pieces only. */
class AnthropicMender extends EventMender {
  readonly opaque = NO_STATE;

  protected mend(event: StreamEvent): StreamEvent[] {
    if (event.type !== 'content_block_start') return [event];
    const value = parsed(event.data);
    if (!isJsonObject(value) || !isJsonObject(value.content_block)) return [event];
    const { index, content_block: block } = value;
    const pieces = [
      ['text', 'text_delta'],
      ['thinking', 'thinking_delta'],
      ['signature', 'signature_delta'],
    ] as const;
    const deltas = pieces.flatMap(([name, type]) => {
      const text = block[name];
      return typeof text === 'string' && text !== '' ? [{ type, [name]: text }] : [];
    });
    const type = 'content_block_delta';
    return [event, ...deltas.map((delta) => ({ type, data: JSON.stringify({ type, index, delta }) }))];
  }

  whole(body: Buffer): Uint8Array {
    return body;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the SDK says what is wrong with it
  }
}
