import type { RunEvent } from '../../core/engine/ports';
import { parseExact } from '../../platform/text/exact-number';
import { JsonText, writeJson } from '../../platform/text/json-text';
import type { EndedRun } from '../runs/response-reply';
import type { StreamedBlocks } from './streamed-blocks';

/** Spans beyond it hold more than a text for people. */
const MAX_EVENT_CHARACTERS = 1024 * 1024;

/** More of the answer; with `replace` all of it up to now. */
export interface ShownText {
  text: string;
  replace?: true;
}

/** Shows what blocks write in a run. */
export class WrittenText {
  /** Where the shown text comes from. */
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
    // One at a time: texts of two that write at once would be mixed.
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

/** The Response's body, else what was written last, else the run's output. */
export function answerText({ output, response }: EndedRun, written: string | null): string {
  const answer = response === null ? (written ?? output ?? '') : (output ?? '');
  return typeof answer === 'string' ? answer : writeJson(answer);
}
