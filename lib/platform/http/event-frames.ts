import { writeJson } from '../text/json-text';
import { Reply } from './reply';

// Only `access/live-stream.ts` sends events: it ends them once their reader loses access.

/** Returns a stream of server-sent events that are serialized already. */
export function frameStream(written: AsyncIterable<string>, headers: Record<string, string> = {}): Reply {
  return new Reply(written, 200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    ...headers,
  });
}

/** Serializes each event as one JSON object. */
export async function* eventFrames(events: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const event of events) yield `data: ${writeJson(event)}\n\n`;
}
