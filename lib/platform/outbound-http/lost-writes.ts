import type { Socket } from 'node:net';

type Done = (error?: Error | null) => void;

/** The error codes of a write after the other side has closed the connection. */
const CLOSED_BY_SERVER = new Set(['EPIPE', 'ECONNRESET']);

/**
 * Keeps a socket alive after a failed write. A server may respond and close before it has read the whole
 * request, because it is too large or not authorized. Node destroys a socket at the first failed write,
 * with the response unread. So such a write is not reported as finished: reading goes on, to the response
 * or to the end.
 */
export function outliveLostWrites(socket: Socket): { readonly hasLost: boolean } {
  const write = socket._write.bind(socket);
  const writev = socket._writev?.bind(socket);
  let hasLost = false;
  const unlessLost =
    (done: Done): Done =>
    (error) => {
      if (error && 'code' in error && CLOSED_BY_SERVER.has(String(error.code))) hasLost = true;
      else done(error);
    };
  socket._write = (chunk, encoding, done) => write(chunk, encoding, unlessLost(done));
  if (writev) socket._writev = (chunks, done) => writev(chunks, unlessLost(done));
  return {
    get hasLost() {
      return hasLost;
    },
  };
}
