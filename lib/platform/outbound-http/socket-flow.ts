import type { Socket } from 'node:net';

/** Holds back what a socket has received, and with that its sender. */
export interface SocketFlow {
  hold(): void;
  release(): void;
  /** Ends the connection once what is being parsed has been; before undici uses it again. */
  retire(): void;
}

/** The socket whose bytes are being parsed; undici hands them on within its `read`. */
let reading: SocketFlow | null = null;

export const flowOfData = (): SocketFlow | null => reading;

/**
 * undici's own pause makes it throw out of a socket event when the connection ends meanwhile. So its parser
 * is never paused: a socket that is held just has nothing to read, and its end comes after its bytes.
 */
export function makeHoldable(socket: Socket): void {
  const read = socket.read.bind(socket);
  let isHeld = false;
  const flow: SocketFlow = {
    hold: () => {
      isHeld = true;
    },
    release: () => {
      if (!isHeld) return;
      isHeld = false;
      setImmediate(() => socket.emit('readable'));
    },
    retire: () => process.nextTick(() => socket.destroy()),
  };
  socket.read = (size) => {
    if (isHeld) return null;
    reading = flow;
    return read(size);
  };
}
