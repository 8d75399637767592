import { MillraceError, TimeoutError } from './errors.js';

const MOST_CHARACTERS = 256 * 1024 * 1024;

/**
 * Yields each line of a body once it is complete, and what is left at the end if it isn’t empty.
 * @param silentForMs after so long without a byte the connection is taken for broken; undefined: never
 */
export async function* linesOf(
  body: ReadableStream<Uint8Array>,
  silentForMs?: number,
): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  // The beginning of a line whose end has not arrived, in pieces: joined each time, a long one would take
  // time with the square of its length.
  let pieces: string[] = [];
  let length = 0;
  const finish = (end: string): string => {
    const line = pieces.join('') + end;
    pieces = [];
    length = 0;
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  };
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), silentForMs);
      const text = done ? decoder.decode() : decoder.decode(value, { stream: true });
      let start = 0;
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
        yield finish(text.slice(start, end));
        start = end + 1;
      }
      pieces.push(text.slice(start));
      length += text.length - start;
      if (length > MOST_CHARACTERS) throw new MillraceError('The server sent a line that is too long.');
      if (!done) continue;
      const last = finish('');
      if (last !== '') yield last;
      return;
    }
  } finally {
    // Whoever stops reading closes the connection; one that broke is closed already.
    await reader.cancel().catch(() => undefined);
  }
}

async function within<T>(work: Promise<T>, ms: number | undefined): Promise<T> {
  if (ms === undefined) return work;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`Nothing arrived for ${ms / 1000} s.`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
