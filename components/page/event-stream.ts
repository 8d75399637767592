import { ApiError, fromNetwork } from '@/lib/platform/http/client';

export interface StreamedEvent {
  /** `message` unless the event has a name. */
  event: string;
  data: string;
}

/** Yields the events of a `text/event-stream` body, in order. Those without data are skipped. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamedEvent> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  let data: string[] = [];
  let event = '';
  try {
    for (;;) {
      const { done, value } = await fromNetwork(reader.read());
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      // A carriage return at the end of a chunk may be half of a line ending.
      const lines = rest.split(done ? /\r\n|\n|\r/ : /\r\n|\n|\r(?=.)/s);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith('data:')) data.push(fieldValue(line, 'data:'));
        else if (line.startsWith('event:')) event = fieldValue(line, 'event:');
        else if (line === '') {
          if (data.length > 0) yield { event: event || 'message', data: data.join('\n') };
          data = [];
          event = '';
        }
      }
      // An unfinished last event is dropped, as the format requires.
      if (done) return;
    }
  } finally {
    reader.releaseLock();
  }
}

function fieldValue(line: string, field: string): string {
  return line.slice(line[field.length] === ' ' ? field.length + 1 : field.length);
}

/** Events with these names mean that the same request would now fail with this status. */
const REFUSED: Record<string, number> = { unauthenticated: 401, forbidden: 403 };

/** Yields the `data` of each event. @throws ApiError if the reader lost access in the meantime */
export async function* readEventData(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  for await (const { event, data } of readEvents(body)) {
    if (event === 'access-ended') throw accessEnded(data);
    yield data;
  }
}

function accessEnded(data: string): ApiError {
  const { code, message } = JSON.parse(data) as { code: string; message: string };
  return new ApiError(REFUSED[code] ?? 500, { code, detail: message });
}
