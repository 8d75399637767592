import { writeJson } from '../../platform/text/json-text';

/** Proxies close connections that are silent for much longer. */
const COMMENT_EVERY_MS = 15_000;

/** A server-sent event with a name. */
export interface ChatFrame {
  event: 'conversation' | 'text' | 'done' | 'error';
  data: object;
}

/** Yields the events in their wire format, with a comment after each silent interval. */
export async function* chatFrames(events: AsyncIterable<ChatFrame>): AsyncGenerator<string> {
  const iterator = events[Symbol.asyncIterator]();
  let next = iterator.next();
  for (;;) {
    const result = await soon(next);
    if (result === null) {
      yield ': still being answered\n\n';
      continue;
    }
    if (result.done === true) return;
    yield written(result.value);
    next = iterator.next();
  }
}

export const written = ({ event, data }: ChatFrame): string =>
  `event: ${event}\ndata: ${writeJson(data)}\n\n`;

async function soon<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), COMMENT_EVERY_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
