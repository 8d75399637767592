/** The request that a tool sends for an entry of its collection. */
export interface SentRequest {
  /** `METHOD /path?query`, to the byte. */
  line: string;
  headers: Readonly<Record<string, string | RegExp>>;
  /** Headers that must not be sent. */
  absent?: readonly string[];
  body?: string | RegExp;
}

/** A collection as a tool exports it, and the requests that the tool sends, by name. */
export interface WrittenCollection {
  text: string;
  sends: Readonly<Record<string, SentRequest>>;
}

/** The values of all fixtures' variables in tests, except the address of the server. */
export const VALUES: Readonly<Record<string, string>> = { TOKEN: 'the-token', AMOUNT: '12', NAME: 'Ada' };
