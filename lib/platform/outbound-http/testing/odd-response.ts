import type { OutboundResult } from '../contract';

/**
 * Bytes of a response, curl's result and the client's, unless that is the same; `why` where the two differ
 * in meaning. `200 "ok"`: status and body. `200 error 8`: curl's exit code behind the status that it had
 * read; for the client its own code. Recorded with curl 7.88.1 (Debian 12), `curl --compressed`.
 */
export type OddResponse = [what: string, bytes: OddBytes, curl: string, client?: string, why?: string];

export type OddBytes = string | ReadonlyArray<string | Buffer>;

/** Returns the bytes; in text, each character is one byte. */
export function bytesOf(bytes: OddBytes): Buffer {
  return Buffer.concat(
    [bytes].flat().map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)),
  );
}

/** Returns `200 "ok"`, `200 CONNECTION_RESET`, or the code alone when no status line came. */
export function tell({ response, error, attempts }: OutboundResult): string {
  const status = response?.status ?? attempts.at(-1)?.status ?? null;
  const words = error === null ? JSON.stringify(response?.body.toString()) : error.code;
  return status === null ? words : `${status} ${words}`;
}
