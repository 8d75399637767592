/** Bytes that are no HTTP response; the message completes "did not respond with valid HTTP:". */
export class MalformedResponse extends Error {
  override readonly name = 'MalformedResponse';
}

/** A head that doesn't end within the size limit. */
export class HeadTooLarge extends Error {
  override readonly name = 'HeadTooLarge';

  constructor(readonly limitBytes: number) {
    super(`more than ${limitBytes} bytes of headers`);
  }
}
