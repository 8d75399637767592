import type { TextWatcher } from '../blocks/block';
import type { Masker } from './masker';
import { type SecretBeginnings, secretBeginnings } from './secret-beginnings';
import type { TextPiece } from './text-piece';

const SHOWN_EVERY_MS = 50;
/** The most characters shown of one answer; the rest is visible when the block ends. */
const MAX_CHARACTERS = 200_000;

/** Shows a block's text before the block ends: masked as in the log, at most 20 pieces a second. */
export class LiveText {
  #masker: Masker | null = null;
  #beginnings: SecretBeginnings | null = null;
  #isClosed = false;
  #answers = 0;
  #shownAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    readonly masker: () => Masker,
    readonly now: () => number,
    readonly show: (piece: TextPiece) => void,
  ) {}

  /** Stops showing text, because the block has ended. */
  close(): void {
    this.#isClosed = true;
  }

  /** Begins an answer, or begins it again after one that was cut off. */
  watch(step: number): TextWatcher {
    const masker = this.masker();
    const beginnings = this.#beginningsFor(masker);
    this.#answers += 1;
    const number = this.#answers;
    const isLate = () => this.#isClosed || number !== this.#answers;
    let waiting = '';
    let length = 0;
    let shown = 0;
    let isOver = false;
    const mayBeWhole = wholeWatcher(masker.wholes);
    const piece = (text: string): void => {
      if (text === '') return;
      this.show({ step, from: shown, text });
      shown += text.length;
      this.#shownAtMs = this.now();
    };
    return {
      add: (text) => {
        if (isOver || isLate() || beginnings === null) return;
        waiting += text;
        length += text.length;
        isOver = length > MAX_CHARACTERS;
        const waits = mayBeWhole(text);
        if (isOver || waits || this.now() - this.#shownAtMs < SHOWN_EVERY_MS) return;
        const settled = beginnings.settled(waiting);
        const masked = masker.piece(waiting.slice(0, settled));
        waiting = waiting.slice(settled);
        piece(masked);
      },
      end: (text) => {
        if (isOver || isLate() || beginnings === null || text.length > MAX_CHARACTERS) return;
        isOver = true;
        piece(masker.text(text).slice(shown));
      },
    };
  }

  /** Returns null if the text can't be shown before it is complete. */
  #beginningsFor(masker: Masker): SecretBeginnings | null {
    if (this.#masker === masker) return this.#beginnings;
    const { literals } = masker;
    this.#masker = masker;
    this.#beginnings = literals === null ? null : secretBeginnings(literals);
    return this.#beginnings;
  }
}

/** Returns a function that takes each new part of a text; true while the text may become one of these. */
function wholeWatcher(wholes: readonly string[]): (part: string) => boolean {
  let left = wholes;
  let begun = '';
  return (part) => {
    if (left.length === 0) return false;
    begun += part;
    left = left.filter((whole) => whole.startsWith(begun));
    return left.length > 0;
  };
}
