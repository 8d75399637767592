import type { Socket } from 'node:net';

type Done = (error?: Error | null) => void;

/** What a write comes to once the other side has closed the connection. */
const CLOSED_BY_SERVER = new Set(['EPIPE', 'ECONNRESET']);

/**
 * A server may answer and close before it has read the whole request, because that is too large or comes from
 * nobody it knows. Node destroys a socket at the first write that fails, the answer in it unread. So such a
 * write isn't told to have ended: reading goes on, to the answer or to the end that it finds.
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
