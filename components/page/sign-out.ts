'use client';

import { toast } from 'sonner';
import { signInPath } from './paths';

/**
 * What people worked on is kept under it: drafts, inputs of runs, samples. How they like the screen is not.
 */
const WORK_PREFIX = 'millrace:';
/** What was sent of single blocks, too much for local storage. */
export const SENDS_DATABASE = 'millrace-sends';

export interface Saver {
  /** Sends what isn't saved; true when all is. */
  save(): Promise<boolean>;
  /** From now on nothing is kept in this browser. */
  stop(): void;
}

const savers = new Set<Saver>();
let isLeaving = false;

/** The session ends because the person here ended it. */
export const isSigningOut = (): boolean => isLeaving;

/** `saver` is asked before the person signs out. @returns stops asking it */
export function saveBeforeSignOut(saver: Saver): () => void {
  savers.add(saver);
  return () => void savers.delete(saver);
}

/**
 * Signs out and leaves nothing of the person's work in this browser; asks first when that would lose
 * something.
 */
export async function signOutHere(): Promise<void> {
  const saved = await Promise.all([...savers].map((saver) => saver.save()));
  if (!saved.includes(false)) return leave();
  toast.error('Not all of your changes are saved.', {
    description: 'Signing out removes them from this browser.',
    action: { label: 'Sign out anyway', onClick: () => void leave() },
  });
}

async function leave(): Promise<void> {
  // Loaded when it is needed, and before anything is forgotten.
  const nextAuth = await import('next-auth/react').catch(() => null);
  if (nextAuth === null) {
    toast.error('Couldn’t sign out. Reload the page and try again.');
    return;
  }
  isLeaving = true;
  for (const saver of savers) saver.stop();
  forgetWork(localStorage);
  indexedDB.deleteDatabase(SENDS_DATABASE);
  await nextAuth.signOut({ callbackUrl: signInPath() });
}

function forgetWork(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys.filter((name) => name.startsWith(WORK_PREFIX))) storage.removeItem(key);
}
