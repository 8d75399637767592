import type { Socket } from 'node:net';
import { outliveLostWrites } from './lost-writes';
import { HeadTooLarge, MalformedResponse, OnlyHttp2 } from './malformed-response';
import { ResponseReader } from './response-reader';

const FIRST_REDIRECT_STATUS = 300;

/** Controls one connection's bytes on their way to undici. */
export interface SocketFlow {
  /** Holds back received data, and thereby its sender. */
  hold(): void;
  release(): void;
  /** Marks further bytes as a response, of a HEAD or another request; between responses nothing may arrive. */
  beginResponse(isHead: boolean): void;
  /** The status of that response, once it has arrived. */
  readonly status: number | null;
  /** True once part of that response has arrived. */
  readonly hasBegun: boolean;
  /** `isLast`: the connection ends after the bytes being parsed, before undici uses it again. */
  endResponse(isLast: boolean): void;
}

/**
 * The connection that undici is working on: it reads a socket before it sends a request on it, and passes
 * bytes on within that `read`.
 */
let reading: SocketFlow | null = null;

export const currentFlow = (): SocketFlow | null => reading;

/**
 * Puts a flow around a socket's `read`. undici's own pause makes it throw from a socket event when the
 * connection ends meanwhile. So its parser is never paused: a held socket has nothing to read, and its end
 * comes after its bytes.
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
    beginResponse: (isHead) => {
      reader = new ResponseReader(maxHeadBytes, isHead);
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
      // Unrequested data makes undici end the connection.
      if (reader === null) return chunk;
      const passed = passOrEnd(reader, chunk, socket);
      if (passed === null || passed.length > 0) return passed;
    }
    return null;
  };
}

/**
 * A server that refuses a request before it is fully sent may not read the rest, and the next request would
 * wait behind it.
 */
function isRefusedEarly(reader: ResponseReader | null, { writableLength }: Socket): boolean {
  return writableLength > 0 && (reader?.status ?? 0) >= FIRST_REDIRECT_STATUS;
}

/** Returns null when the connection was ended. */
function passOrEnd(reader: ResponseReader, chunk: Buffer, socket: Socket): Buffer | null {
  try {
    return reader.pass(chunk);
  } catch (error) {
    if (!(error instanceof MalformedResponse || error instanceof HeadTooLarge || error instanceof OnlyHttp2))
      throw error;
    socket.destroy(error);
    return null;
  }
}
