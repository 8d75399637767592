/** An answer whose status, headers or body text differ from "200 and this object as JSON". */
export class Reply {
  readonly brand = 'reply';

  constructor(
    readonly body: string | AsyncIterable<string | Uint8Array> | null,
    readonly status: number,
    readonly headers: Record<string, string>,
  ) {}
}

export function isReply(value: unknown): value is Reply {
  return typeof value === 'object' && value !== null && (value as { brand?: unknown }).brand === 'reply';
}

/** Undefined: no content. */
export function reply(value: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  if (value === undefined) return new Reply(null, status, headers);
  return new Reply(JSON.stringify(value), status, { 'content-type': 'application/json', ...headers });
}

/** Server-sent events, one JSON object each. */
export function eventStream(events: AsyncIterable<unknown>): Reply {
  return new Reply(frames(events), 200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
}

async function* frames(events: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const event of events) yield `data: ${JSON.stringify(event)}\n\n`;
}
