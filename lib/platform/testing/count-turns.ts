/** Counts the turns of the event loop that other work has, until `stop` is called. */
export function countTurns(): { readonly count: number; stop(): void } {
  let count = 0;
  let isOver = false;
  const turn = (): void => {
    count += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    get count() {
      return count;
    },
    stop: () => {
      isOver = true;
    },
  };
}
