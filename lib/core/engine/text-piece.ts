/** A piece of an answer: it stands `from` on, in place of what stood there. */
export interface TextPiece {
  /** Of the block, counted from 1. */
  step: number;
  /** In UTF-16 units of the masked text. */
  from: number;
  text: string;
}
