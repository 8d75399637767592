/** An event of a stream of server-sent events. */
export interface StreamEvent {
  /** `message` unless the server named another. */
  type: string;
  data: string;
}

const LINE_END = /\r\n|\n|\r/g;

/** Reads a stream of events (HTML standard, "server-sent events") as it arrives, in linear time. */
export class EventReader {
  readonly #decoder = new TextDecoder();
  #line = '';
  #endedWithCr = false;
  #type = '';
  #data: string[] = [];

  /** @returns the events that end in this chunk */
  add(chunk: Uint8Array): StreamEvent[] {
    return this.#read(this.#decoder.decode(chunk, { stream: true }));
  }

  /** @returns the last event, if the stream ended within it */
  end(): StreamEvent[] {
    return this.#read(`${this.#decoder.decode()}\n\n`);
  }

  #read(text: string): StreamEvent[] {
    const events: StreamEvent[] = [];
    // A line end of two characters may be in two chunks.
    let from = this.#endedWithCr && text.startsWith('\n') ? 1 : 0;
    if (text !== '') this.#endedWithCr = text.endsWith('\r');
    LINE_END.lastIndex = from;
    for (let end = LINE_END.exec(text); end !== null; end = LINE_END.exec(text)) {
      const line = this.#line + text.slice(from, end.index);
      this.#line = '';
      from = LINE_END.lastIndex;
      if (line !== '') this.#addLine(line);
      else if (this.#data.length > 0) events.push(this.#endEvent());
      else this.#type = '';
    }
    this.#line += text.slice(from);
    return events;
  }

  #addLine(line: string): void {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'data') this.#data.push(value);
    else if (name === 'event') this.#type = value;
  }

  #endEvent(): StreamEvent {
    const event = { type: this.#type || 'message', data: this.#data.join('\n') };
    this.#data = [];
    this.#type = '';
    return event;
  }
}
