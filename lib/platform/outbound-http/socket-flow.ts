import type { Socket } from 'node:net';
import { outliveLostWrites } from './lost-writes';
import { HeadTooLarge, MalformedResponse } from './malformed-response';
import { ResponseReader } from './response-reader';

const FIRST_REDIRECT_STATUS = 300;

/** One connection's bytes on their way to undici. */
export interface SocketFlow {
  /** Holds back what the socket has received, and with that its sender. */
  hold(): void;
  release(): void;
  /** What comes from now on is a response; between responses nothing may come. */
  beginResponse(): void;
  /** Of that response, once it has come. */
  readonly status: number | null;
  /** Some of that response has come. */
  readonly hasBegun: boolean;
  /** `isLast`: the connection ends once what is being parsed has been, before undici uses it again. */
  endResponse(isLast: boolean): void;
}

/**
 * The connection that undici works on: it reads a socket before it sends a request on it, and hands bytes on
 * within that `read`.
 */
let reading: SocketFlow | null = null;

export const currentFlow = (): SocketFlow | null => reading;

/**
 * undici's own pause makes it throw out of a socket event when the connection ends meanwhile. So its parser
 * is never paused: a socket that is held just has nothing to read, and its end comes after its bytes.
 */
export function watchFlow(socket: Socket, maxHeadBytes: number): void {
  const writes = outliveLostWrites(socket);
  const read: (size?: number) => Buffer | null = socket.read.bind(socket);
  let isHeld = false;
  let reader: ResponseReader | null = null;

  const flow: SocketFlow = {
    hold: () => {
      isHeld = true;
    },
    release: () => {
      if (!isHeld) return;
      isHeld = false;
      setImmediate(() => socket.emit('readable'));
    },
    beginResponse: () => {
      reader = new ResponseReader(maxHeadBytes);
    },
    get status() {
      return reader?.status ?? null;
    },
    get hasBegun() {
      return reader?.hasBegun ?? false;
    },
    endResponse: (isLast) => {
      const ends = isLast || reader?.isLoose === true || writes.hasLost || isRefusedEarly(reader, socket);
      reader = null;
      if (ends) process.nextTick(() => socket.destroy());
    },
  };

  socket.read = (size) => {
    if (isHeld) return null;
    reading = flow;
    for (let chunk = read(size); chunk !== null; chunk = read(size)) {
      // What nobody asked for ends the connection, in undici.
      if (reader === null) return chunk;
      const passed = passOrEnd(reader, chunk, socket);
      if (passed === null || passed.length > 0) return passed;
    }
    return null;
  };
}

/**
 * Who refuses a request that has not gone out whole may not read the rest, and the next would wait behind it.
 */
function isRefusedEarly(reader: ResponseReader | null, { writableLength }: Socket): boolean {
  return writableLength > 0 && (reader?.status ?? 0) >= FIRST_REDIRECT_STATUS;
}

/** Null when the connection is at its end. */
function passOrEnd(reader: ResponseReader, chunk: Buffer, socket: Socket): Buffer | null {
  try {
    return reader.pass(chunk);
  } catch (error) {
    if (!(error instanceof MalformedResponse || error instanceof HeadTooLarge)) throw error;
    socket.destroy(error);
    return null;
  }
}
