const SETTLED_MS = 500;

/**
 * A text passed to the owner of a value comes back as that value, late when several were typed in quick
 * succession. Such an own update must not overwrite text typed since; any other value is a change from
 * outside.
 */
export function createOwnUpdates() {
  let told: string[] = [];
  let settled: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  return {
    /** Records a text that is passed to the owner now. */
    note(text: string): void {
      told.push(text);
      clearTimeout(timer);
      timer = setTimeout(() => {
        told = [];
        settled?.();
      }, SETTLED_MS);
    },
    /** True if the owner's value is only a text that was passed to it. */
    isOwn(text: string): boolean {
      const at = told.lastIndexOf(text);
      if (at < 0) told = [];
      else told = told.slice(at + 1);
      return at >= 0;
    },
    /** Calls `callback` after a pause in typing. @returns a function that cancels it */
    whenSettled(callback: () => void): () => void {
      settled = callback;
      return () => {
        settled = null;
        clearTimeout(timer);
      };
    },
  };
}
