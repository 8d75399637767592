'use client';

import { toast } from 'sonner';
import { localStore } from '../ui/browser-storage';
import { signInPath } from './paths';

/** The prefix of stored work: drafts, inputs of runs, samples. Display preferences have other keys. */
const WORK_PREFIX = 'millrace:';
/** The database of requests sent from single blocks, which are too large for local storage. */
export const SENDS_DATABASE = 'millrace-sends';

export interface Saver {
  /** Saves pending changes; true if everything is saved. */
  save(): Promise<boolean>;
  /** Stops storing data in this browser. */
  stop(): void;
}

const savers = new Set<Saver>();
let isLeaving = false;

/** True while the person is signing out. */
export const isSigningOut = (): boolean => isLeaving;

/** Registers `saver`, which is called before the person signs out. @returns a function to unregister it */
export function saveBeforeSignOut(saver: Saver): () => void {
  savers.add(saver);
  return () => void savers.delete(saver);
}

/** Signs out and removes the person's work from this browser; asks first if changes would be lost. */
export async function signOutHere(): Promise<void> {
  const saved = await Promise.all([...savers].map((saver) => saver.save()));
  if (!saved.includes(false)) return leave();
  toast.error('Not all of your changes are saved.', {
    description: 'Signing out removes them from this browser.',
    action: { label: 'Sign out anyway', onClick: () => void leave() },
  });
}

async function leave(): Promise<void> {
  // Loaded on demand, and before any data is removed.
  const nextAuth = await import('next-auth/react').catch(() => null);
  if (nextAuth === null) {
    toast.error('Couldn’t sign out. Reload the page and try again.');
    return;
  }
  isLeaving = true;
  for (const saver of savers) saver.stop();
  forgetWork(localStore);
  indexedDB.deleteDatabase(SENDS_DATABASE);
  await nextAuth.signOut({ callbackUrl: signInPath() });
}

function forgetWork(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys.filter((name) => name.startsWith(WORK_PREFIX))) storage.removeItem(key);
}
