import type { RunEvent } from '../../core/engine/ports';
import { ExactNumber, isJsonObject, parseExact } from '../../platform/text/exact-number';
import { JsonText, writeJson } from '../../platform/text/json-text';
import type { EndedRun } from '../runs/reading/run-result';
import type { StreamedBlocks } from './streamed-blocks';

/** Larger spans hold more than a text for people. */
const MAX_EVENT_CHARACTERS = 1024 * 1024;

/** More of the answer; with `replace`, all of it so far. */
export interface ShownText {
  text: string;
  replace?: true;
}

/** Shows the text that blocks write in a run. */
export class WrittenText {
  /** The block whose text is shown. */
  #blockId: string | null = null;
  #step = 0;
  #shown = '';

  constructor(
    readonly streamed: StreamedBlocks,
    readonly show: (text: ShownText) => void,
  ) {}

  take(event: RunEvent | JsonText): void {
    const read = event instanceof JsonText ? readEvent(event.json) : event;
    if (read?.type === 'block-text') this.#takeText(read);
    if (read?.type === 'block-finished' && read.blockId === this.#blockId) this.#blockId = null;
  }

  #takeText({ blockId, iteration, step, from, text }: Extract<RunEvent, { type: 'block-text' }>): void {
    if (iteration !== undefined || !this.streamed.has(blockId)) return;
    // One at a time: the texts of two concurrent blocks would be mixed.
    if (this.#blockId !== null && this.#blockId !== blockId) return;
    const goesOn = this.#blockId === blockId && this.#step === step && from === this.#shown.length;
    if (goesOn) this.#shown += text;
    else this.#shown = (this.#step === step ? this.#shown.slice(0, from) : '') + text;
    const isFirst = this.#blockId === null && this.#step === 0;
    this.#blockId = blockId;
    this.#step = step;
    this.show(goesOn || isFirst ? { text } : { text: this.#shown, replace: true });
  }
}

const readEvent = (json: string): RunEvent | null =>
  json.length > MAX_EVENT_CHARACTERS ? null : (parseExact(json) as RunEvent);

/** Addressed to the chat's user; only the author can act on it. */
export const NO_TEXT =
  'This chat has nothing to say yet. If it is yours: add a Response block whose body is the answer.';

/** Returns the Response's body, else the text written last, else the text in the last block's output. */
export function answerText(
  { output, response }: Pick<EndedRun, 'output' | 'response'>,
  written: string | null,
): string {
  const body = output ?? '';
  if (response !== null) return typeof body === 'string' ? body : writeJson(body);
  return written ?? textIn(output) ?? NO_TEXT;
}

/** Members where blocks, and the code and servers they call, put a text for people. */
const TEXT_MEMBERS = ['result', 'content', 'data', 'text', 'answer', 'message'];
/** Levels searched: the output and a value in it. */
const MOST_LEVELS = 2;

/** Returns null if there is no text; JSON is not meant for the chat's user. */
function textIn(value: unknown, level = 0): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  if (isPlainValue(value)) return writeJson(value);
  if (!isJsonObject(value) || level === MOST_LEVELS) return null;
  for (const name of TEXT_MEMBERS) {
    const text = Object.hasOwn(value, name) ? textIn(value[name], level + 1) : null;
    if (text !== null) return text;
  }
  return null;
}

const isPlainValue = (value: unknown): boolean =>
  typeof value === 'number' || typeof value === 'boolean' || value instanceof ExactNumber;
