import { isJsonObject } from '../text/exact-number';
import { OpaqueCollector, type OpaqueState } from './opaque-state';

type Members = Record<string, unknown>;

/** Members that the SDK's reader checks more strictly than servers write them. */
const UNREAD = ['extra_content', 'provider_specific_fields'];

/**
 * Turns an answer of an OpenAI-compatible server into one that the SDK reads. A stream is given event by event.
 */
export class OpenAiAnswer {
  readonly #collector = new OpaqueCollector();
  #hasBegun = false;
  #hasCalls = false;
  #isFinished = false;

  get opaque(): OpaqueState {
    return this.#collector.state;
  }

  /** @returns the event's value, readable; an error is unchanged */
  event(value: Members): Members {
    if ((value.error ?? null) !== null) return value;
    const { error: _none, ...rest } = value;
    return { ...this.#about(rest), choices: this.#choices(value, 'delta') };
  }

  /** @returns events to add in front of the end: a server may end a complete answer without a reason */
  end(): Members[] {
    if (this.#isFinished || !this.#hasBegun) return [];
    const finish_reason = this.#hasCalls ? 'tool_calls' : 'stop';
    return [{ choices: [{ index: 0, delta: {}, finish_reason }] }];
  }

  /** The same for an answer that came whole. */
  whole(value: unknown): unknown {
    if (!isJsonObject(value) || !Array.isArray(value.choices)) return value;
    return { ...this.#about(value), choices: this.#choices(value, 'message') };
  }

  #about(value: Members): Members {
    const { id, model, created, ...rest } = value;
    return {
      ...rest,
      ...(id !== undefined && { id: textOrNull(id) }),
      ...(model !== undefined && { model: textOrNull(model) }),
      ...(typeof created === 'number' && { created }),
    };
  }

  #choices({ choices }: Members, member: 'delta' | 'message'): unknown[] {
    if (!Array.isArray(choices)) return [];
    return choices.map((choice: unknown) => {
      if (!isJsonObject(choice)) return choice;
      const finish = textOrNull(choice.finish_reason);
      this.#isFinished ||= finish !== null;
      const said = choice[member];
      return {
        ...choice,
        finish_reason: finish,
        ...(isJsonObject(said) && { [member]: this.#message(said) }),
      };
    });
  }

  #message(message: Members): Members {
    this.#hasBegun = true;
    this.#collector.addMessage(message);
    const { tool_calls: calls, refusal, content, role } = message;
    return {
      ...without(message, UNREAD),
      ...(role !== undefined && { role: 'assistant' }),
      // A refusal is the answer, in place of the content.
      ...(typeof refusal === 'string' && refusal !== '' && { content: withRefusal(content, refusal) }),
      ...(Array.isArray(calls) && { tool_calls: calls.filter(isJsonObject).map((call) => this.#call(call)) }),
    };
  }

  #call(call: Members): Members {
    this.#hasCalls = true;
    this.#collector.addCall(call);
    const { index, function: called } = call;
    const asked = isJsonObject(called) ? called : {};
    const given = asked.arguments ?? null;
    return {
      ...without(call, UNREAD),
      ...(typeof index === 'string' && { index: Number(index) }),
      function: {
        ...asked,
        ...(given !== null && { arguments: typeof given === 'string' ? given : JSON.stringify(given) }),
      },
    };
  }
}

const withRefusal = (content: unknown, refusal: string): unknown =>
  Array.isArray(content) ? [...content, { type: 'text', text: refusal }] : `${content ?? ''}${refusal}`;

const textOrNull = (value: unknown): string | null =>
  value === undefined || value === null ? null : String(value);

const without = (members: Members, names: readonly string[]): Members =>
  names.some((name) => name in members)
    ? Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)))
    : members;
