export interface ReadEvent {
  event: string;
  data: Record<string, unknown>;
}

/** Yields the events of a response as they arrive. */
export async function* readEvents(response: Response): AsyncGenerator<ReadEvent> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body!) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const frame = text.slice(0, end);
      text = text.slice(end + 2);
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
      if (event !== undefined) yield { event, data: JSON.parse(data!) };
    }
  }
}

export async function allEvents(response: Response): Promise<ReadEvent[]> {
  const events: ReadEvent[] = [];
  for await (const event of readEvents(response)) events.push(event);
  return events;
}
