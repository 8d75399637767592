const SETTLED_MS = 500;

/**
 * Texts told to an owner come back as its value, when several were typed in quick succession also late. Such
 * an echo must not overwrite what has been typed since; anything else the owner says is its own change.
 */
export function createEchoes() {
  let told: string[] = [];
  let settled: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  return {
    /** A text that the owner is told of now. */
    note(text: string): void {
      told.push(text);
      clearTimeout(timer);
      timer = setTimeout(() => {
        told = [];
        settled?.();
      }, SETTLED_MS);
    },
    /** Whether the owner's value is only what it was told. */
    isEcho(text: string): boolean {
      const at = told.lastIndexOf(text);
      if (at < 0) told = [];
      else told = told.slice(at + 1);
      return at >= 0;
    },
    /** Calls back once nothing was typed for a moment. @returns ends it */
    whenSettled(callback: () => void): () => void {
      settled = callback;
      return () => {
        settled = null;
        clearTimeout(timer);
      };
    },
  };
}
