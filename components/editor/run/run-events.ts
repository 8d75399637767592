import { parseExact } from '@/lib/platform/text/exact-number';
import { RunStreamEvent } from '@/lib/services/runs/schema';
import { readEventData } from '../../page/event-stream';

/** Yields the events of a watched run. Kinds that this version doesn't know are skipped. */
export async function* readRunEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<RunStreamEvent> {
  for await (const data of readEventData(body)) {
    const event = RunStreamEvent.safeParse(parseExact(data));
    if (event.success) yield event.data;
    else console.warn('Couldn’t read an event of the run.', event.error);
  }
}
