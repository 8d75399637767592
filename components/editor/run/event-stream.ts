import { parseExact } from '@/lib/platform/text/exact-number';
import { RunStreamEvent } from '@/lib/services/runs/schema';

/** The `data` of each event of a `text/event-stream` body, in order. */
export async function* readEventData(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      // A carriage return at a chunk's end may be half of a line end.
      const lines = rest.split(done ? /\r\n|\n|\r/ : /\r\n|\n|\r(?=.)/s);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
        else if (line === '' && data.length > 0) {
          yield data.join('\n');
          data = [];
        }
      }
      // An unfinished last event is dropped, as the format demands.
      if (done) return;
    }
  } finally {
    reader.releaseLock();
  }
}

/** The events of a watched run. Kinds this version doesn't know are passed over. */
export async function* readRunEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<RunStreamEvent> {
  for await (const data of readEventData(body)) {
    const event = RunStreamEvent.safeParse(parseExact(data));
    if (event.success) yield event.data;
    else console.warn('Couldn’t read an event of the run.', event.error);
  }
}
