/** A piece of an answer: it replaces the text from `from` on. */
export interface TextPiece {
  /** The step of the block, counted from 1. */
  step: number;
  /** The position in UTF-16 units of the masked text. */
  from: number;
  text: string;
}
