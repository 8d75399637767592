/** What a tool sends for one of its requests. */
export interface SentRequest {
  /** `METHOD /path?query`, to the byte. */
  line: string;
  headers: Readonly<Record<string, string | RegExp>>;
  /** Headers that must not be sent. */
  absent?: readonly string[];
  body?: string | RegExp;
}

/** A collection as a tool exports it, and what that tool sends, by the names of its requests. */
export interface WrittenCollection {
  text: string;
  sends: Readonly<Record<string, SentRequest>>;
}

/** What the variables of all fixtures are worth in the tests, but for the address of the server. */
export const VALUES: Readonly<Record<string, string>> = { TOKEN: 'the-token', AMOUNT: '12', NAME: 'Ada' };
