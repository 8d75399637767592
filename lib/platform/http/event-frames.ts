import { writeJson } from '../text/json-text';
import { Reply } from './reply';

// `access/live-stream.ts` alone answers with events: it ends them once their reader may no longer have them.

/** Server-sent events that are written already. */
export function frameStream(written: AsyncIterable<string>, headers: Record<string, string> = {}): Reply {
  return new Reply(written, 200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    ...headers,
  });
}

/** One JSON object each. */
export async function* eventFrames(events: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const event of events) yield `data: ${writeJson(event)}\n\n`;
}
