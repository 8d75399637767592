import type { JSONObject } from '@ai-sdk/provider';
import { isJsonObject } from '../text/exact-number';
import type { ModelTurn } from './contract';
import type { Content } from './read-content';

type Members = Record<string, unknown>;

/**
 * Members that servers of OpenAI's format add to a call or a message and want back unchanged: Gemini's signatures,
 * LiteLLM's, then OpenRouter's thoughts.
 */
const OF_CALLS = ['extra_content', 'provider_specific_fields'] as const;
const OF_MESSAGES = [...OF_CALLS, 'reasoning_details', 'thinking_blocks'] as const;

/** What an answer holds for its server alone, in the order of its tool calls. */
export interface OpaqueState {
  message: Members;
  calls: Array<{ id: string | null; members: Members }>;
}

export const NO_STATE: OpaqueState = { message: {}, calls: [] };

/** The content of a turn, and the members of its message. */
interface KeptContent {
  content: Content;
  message: Members;
}

/** Returns the turn with what its server wants back, in `state`. */
export function withOpaque(turn: ModelTurn, { message, calls }: OpaqueState): ModelTurn {
  let number = 0;
  const content = (turn.state as Content).map((part) => {
    if (part.type !== 'tool-call') return part;
    const own = calls.find(({ id }) => id !== null && id === part.toolCallId) ?? calls[number];
    number += 1;
    return own === undefined || Object.keys(own.members).length === 0
      ? part
      : { ...part, providerOptions: asOptions(own.members) };
  });
  return { ...turn, state: Object.keys(message).length === 0 ? content : { content, message } };
}

/** Returns the message of a turn in the SDK's form. */
export function messageOf({ state }: ModelTurn) {
  const { content, message } = Array.isArray(state)
    ? { content: state as Content, message: null }
    : (state as KeptContent);
  const options = message === null ? {} : { providerOptions: asOptions(message) };
  return { role: 'assistant' as const, content, ...options };
}

/** The SDK writes these options into the message or the call. */
const asOptions = (members: Members) => ({ openaiCompatible: members as JSONObject });

/** Collects it from an answer, or from the pieces of one. */
export class OpaqueCollector {
  readonly state: OpaqueState = { message: {}, calls: [] };
  /** Calls by the index that their pieces share. */
  readonly #byIndex = new Map<unknown, OpaqueState['calls'][number]>();

  addMessage(message: Members): void {
    for (const name of OF_MESSAGES) {
      const value = message[name] ?? null;
      if (value === null) continue;
      const { message: kept } = this.state;
      kept[name] = Array.isArray(value) ? joined(kept[name], value) : value;
    }
  }

  addCall(call: Members): void {
    const id = typeof call.id === 'string' && call.id !== '' ? call.id : null;
    const index = call.index ?? null;
    let known = index === null ? undefined : this.#byIndex.get(index);
    if (known === undefined || (id !== null && known.id !== null && known.id !== id)) {
      known = { id, members: {} };
      this.state.calls.push(known);
      if (index !== null) this.#byIndex.set(index, known);
    }
    known.id ??= id;
    for (const name of OF_CALLS) if ((call[name] ?? null) !== null) known.members[name] = call[name];
  }
}

/** Texts of an entry that comes in pieces. */
const PIECES = ['text', 'thinking', 'summary', 'data'] as const;

/** Adds entries of a list that comes in pieces: pieces of one entry have its type and index. */
function joined(before: unknown, entries: readonly unknown[]): unknown[] {
  const list = Array.isArray(before) ? before : [];
  for (const entry of entries) {
    const last: unknown = list.at(-1);
    if (isJsonObject(entry) && isJsonObject(last) && isContinued(last, entry)) continueWith(last, entry);
    else list.push(isJsonObject(entry) ? { ...entry } : entry);
  }
  return list;
}

/** A signature ends an entry. */
const isContinued = (last: Members, entry: Members): boolean =>
  last.type === entry.type &&
  (last.index ?? null) === (entry.index ?? null) &&
  ((last.id ?? null) === null || (entry.id ?? null) === null || last.id === entry.id) &&
  (last.signature ?? '') === '';

function continueWith(last: Members, entry: Members): void {
  for (const [name, value] of Object.entries(entry)) {
    if ((value ?? null) === null) continue;
    const isPiece = (PIECES as readonly string[]).includes(name) && typeof last[name] === 'string';
    last[name] = isPiece ? `${last[name]}${value}` : value;
  }
}
