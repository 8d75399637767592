import { MillraceError } from './errors.js';

export interface Page<T> {
  data: T[];
  /** Null on the last page. */
  nextCursor: string | null;
}

/**
 * A list that the server gives in pages. `for await` goes over its items, `pages()` over its pages. Nothing
 * is requested before.
 */
export class Pages<T, P extends Page<T> = Page<T>> implements AsyncIterable<T> {
  readonly #load: (cursor: string | undefined) => Promise<P>;
  readonly #first: string | undefined;

  /** @param first the cursor to begin with, as a page before gave it */
  constructor(load: (cursor: string | undefined) => Promise<P>, first?: string) {
    this.#load = load;
    this.#first = first;
  }

  async *pages(): AsyncGenerator<P> {
    let cursor = this.#first;
    for (;;) {
      const page = await this.#load(cursor);
      yield page;
      if (page.nextCursor === null) return;
      if (page.nextCursor === cursor) throw new MillraceError('The server gave the same cursor twice.');
      cursor = page.nextCursor;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for await (const page of this.pages()) yield* page.data;
  }
}
