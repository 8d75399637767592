import { expect, test } from 'vitest';
import { claimDraft, type DraftLocks } from './draft-claim';

/** Returns locks that behave as a browser's across all of its tabs. */
function browserLocks(): DraftLocks {
  const held = new Map<string, Promise<void>>();
  return {
    request: async (name, { signal }, isHeld) => {
      const aborted = new Promise<never>((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason)),
      );
      aborted.catch(() => {}); // Only the wait below handles the rejection.
      while (held.has(name)) await Promise.race([held.get(name), aborted]);
      const ended = isHeld(null).finally(() => held.delete(name));
      held.set(name, ended);
      await ended;
    },
  };
}

const KEY = 'millrace:edits:w:a';

test('an editor sees the drafts of open editors, and that they are free once those are closed', async () => {
  const locks = browserLocks();
  const first = await claimDraft(locks, 'w', 'a', () => 'unused', [KEY]);
  expect((await claimDraft(locks, 'w', 'b', () => 'unused', [KEY])).isOpen(KEY)).toBe(true);
  first.release();
  expect((await claimDraft(locks, 'w', 'c', () => 'unused', [KEY])).isOpen(KEY)).toBe(false);
});

test('a tab that was duplicated with its id gets one of its own; a reloaded one keeps it', async () => {
  const locks = browserLocks();
  const original = await claimDraft(locks, 'w', 'a', () => 'unused', [KEY]);
  const copy = await claimDraft(locks, 'w', 'a', () => 'z', [KEY]);
  expect(copy.tabId).toBe('z');
  const reloaded = claimDraft(locks, 'w', 'a', () => 'unused', [KEY]);
  original.release();
  expect((await reloaded).tabId).toBe('a');
});
