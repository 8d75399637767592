/**
 * Bytes of a response, what curl makes of them and what the client does, unless that is the same; `why` where
 * the two mean something else. `200 "ok"`: status and body. `200 error 8`: curl's exit code behind the status
 * it had read; of the client its own code. Recorded with curl 7.88.1 (Debian 12), `curl --compressed`.
 */
export type OddResponse = [what: string, bytes: OddBytes, curl: string, client?: string, why?: string];

export type OddBytes = string | ReadonlyArray<string | Buffer>;

/** Text stands for its bytes: one a character. */
export function bytesOf(bytes: OddBytes): Buffer {
  return Buffer.concat(
    [bytes].flat().map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)),
  );
}
