/**
 * Starts `work` immediately and yields what it pushes to one reader, in order; its failure is thrown to
 * the reader at the end. The work goes on when the reader has left.
 */
export function eventQueue<T>(work: (push: (event: T) => void) => Promise<void>): AsyncIterable<T> {
  const events: T[] = [];
  let wake = (): void => undefined;
  let ended = false;
  const push = (event: T): void => {
    events.push(event);
    wake();
  };
  const working = work(push).finally(() => {
    ended = true;
    wake();
  });
  working.catch(() => undefined); // the reader gets it below; without a reader it is not unhandled

  return {
    async *[Symbol.asyncIterator]() {
      while (!ended || events.length > 0) {
        if (events.length === 0)
          await new Promise<void>((resolve) => {
            wake = resolve;
            if (ended) resolve();
          });
        yield* events.splice(0);
      }
      await working;
    },
  };
}
