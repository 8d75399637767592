/** Bytes that are no HTTP response; the message completes "did not respond with valid HTTP:". */
export class MalformedResponse extends Error {
  override readonly name = 'MalformedResponse';
}

/** A server that begins with a frame of HTTP/2, whatever it is asked. */
export class OnlyHttp2 extends Error {
  override readonly name = 'OnlyHttp2';
}

/** A head that doesn't end within the size limit. */
export class HeadTooLarge extends Error {
  override readonly name = 'HeadTooLarge';

  constructor(readonly limitBytes: number) {
    super(`more than ${limitBytes} bytes of headers`);
  }
}
