/** An input too large for the event loop: JSON of an object, checked, in UTF-8. It is handed on and may be used once. */
export class LargeInput {
  constructor(readonly json: Uint8Array<ArrayBuffer>) {}
}
