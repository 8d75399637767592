import { editsKey } from './local-edits';

/** The used part of the browser's Web Locks, which are missing on pages served over plain HTTP. */
export interface DraftLocks {
  request(
    name: string,
    options: { signal?: AbortSignal },
    held: (lock: unknown) => Promise<void>,
  ): Promise<unknown>;
}

export interface DraftClaim {
  /** The tab's id, or a new one if the browser duplicated the tab with its id. */
  tabId: string;
  /** True if the editor that writes the draft with this key is open somewhere. */
  isOpen(key: string): boolean;
  release(): void;
}

/** The time within which a reloaded page takes over from the page before it. */
const HANDOVER_MS = 500;

/**
 * Holds the lock of a tab's draft for as long as the editor is open. The browser releases it with the page,
 * however that ends, so that the next editor can tell an abandoned draft from one that is being
 * written. Without locks every draft counts as abandoned; it is then copied, and the save finds out if
 * another tab sent the same. `others`: keys of the existing drafts.
 */
export async function claimDraft(
  locks: DraftLocks | undefined,
  workflowId: string,
  tabId: string,
  mint: () => string,
  others: readonly string[],
): Promise<DraftClaim> {
  if (locks === undefined) return { tabId, isOpen: () => false, release: () => {} };
  const own = editsKey(workflowId, tabId);
  const release = await hold(locks, own, HANDOVER_MS);
  if (release === null) return claimDraft(locks, workflowId, mint(), mint, others);
  const left = new Set<string>();
  for (const key of others.filter((other) => other !== own)) {
    // A page that is being closed holds its lock for another moment.
    const free = await hold(locks, key, HANDOVER_MS);
    if (free === null) continue;
    free();
    left.add(key);
  }
  return { tabId, isOpen: (key) => !left.has(key), release };
}

/** Acquires the lock; null if another page holds it for longer than `withinMs`. */
function hold(locks: DraftLocks, name: string, withinMs: number): Promise<(() => void) | null> {
  const signal = AbortSignal.timeout(withinMs);
  return new Promise((resolve, reject) => {
    let release = () => {};
    const ended = new Promise<void>((end) => {
      release = end;
    });
    const held = () => {
      resolve(release);
      return ended;
    };
    locks
      .request(name, { signal }, held)
      .catch((error: unknown) => (signal.aborted ? resolve(null) : reject(error)));
  });
}
