/**
 * An input, or the body of a block alone, too large for the event loop: JSON of an object, checked, in UTF-8.
 */
export class LargeInput {
  constructor(readonly json: Uint8Array<ArrayBuffer>) {}
}

/** The input that a run begins with. */
export type RunInput = Readonly<Record<string, unknown>> | LargeInput;
