/** A server-sent event. */
export interface ServerEvent {
  /** The id of the last event that had one; '' before. */
  id: string;
  data: string;
}

/** Reads server-sent events; comments and fields that no stream of ours has are skipped. */
export async function* eventsOf(lines: AsyncIterable<string>): AsyncGenerator<ServerEvent> {
  let id = '';
  let data: string[] = [];
  for await (const line of lines) {
    if (line === '') {
      if (data.length > 0) yield { id, data: data.join('\n') };
      data = [];
      continue;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const rest = colon === -1 ? '' : line.slice(colon + 1);
    const value = rest.startsWith(' ') ? rest.slice(1) : rest;
    if (field === 'data') data.push(value);
    else if (field === 'id') id = value;
  }
}
