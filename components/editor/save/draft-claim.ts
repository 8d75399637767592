import { draftKey } from './local-draft';

/** The part of the browser's Web Locks that is used here. It is absent on pages that came over plain HTTP. */
export interface DraftLocks {
  request(
    name: string,
    options: { signal?: AbortSignal },
    held: (lock: unknown) => Promise<void>,
  ): Promise<unknown>;
  query(): Promise<{ held?: { name?: string }[] }>;
}

export interface DraftClaim {
  /** The tab's id, or a new one when the browser copied the tab together with its id. */
  tabId: string;
  /** Of a draft's key: whether the editor that writes it is open somewhere. */
  isOpen(key: string): boolean;
  release(): void;
}

/** A reloaded page takes over from the page before it within this time. */
const HANDOVER_MS = 500;

/**
 * Holds the lock of a tab's draft for as long as the editor is open. The browser releases it with the page, however that
 * ends, so that the next editor can tell a draft that was left behind from one that is being written. Without locks every
 * draft counts as left behind; it is then copied, and the save finds out whether another tab sent the same.
 */
export async function claimDraft(
  locks: DraftLocks | undefined,
  workflowId: string,
  tabId: string,
  mint: () => string,
): Promise<DraftClaim> {
  if (locks === undefined) return { tabId, isOpen: () => false, release: () => {} };
  const release = await hold(locks, draftKey(workflowId, tabId), HANDOVER_MS);
  if (release === null) return claimDraft(locks, workflowId, mint(), mint);
  const { held = [] } = await locks.query();
  const open = new Set(held.map((lock) => lock.name));
  return { tabId, isOpen: (key) => open.has(key), release };
}

/** Null when another page keeps it for longer than `withinMs`. */
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
