'use client';

import { signOut } from 'next-auth/react';
import { toast } from 'sonner';
import { signInPath } from './paths';

/** What people worked on is kept under it: drafts, inputs of runs, samples. How they like the screen is not. */
const WORK_PREFIX = 'millrace:';

const savers = new Set<() => Promise<boolean>>();

/** `save` is asked before the person signs out, and says whether all is saved. @returns stops asking it */
export function saveBeforeSignOut(save: () => Promise<boolean>): () => void {
  savers.add(save);
  return () => void savers.delete(save);
}

/** Signs out and leaves nothing of the person's work in this browser; asks first when that would lose something. */
export async function signOutHere(): Promise<void> {
  const saved = await Promise.all([...savers].map((save) => save()));
  if (!saved.includes(false)) return leave();
  toast.error('Not all of your changes are saved.', {
    description: 'Signing out removes them from this browser.',
    action: { label: 'Sign out anyway', onClick: () => void leave() },
  });
}

async function leave(): Promise<void> {
  forgetWork(localStorage);
  await signOut({ callbackUrl: signInPath() });
}

export function forgetWork(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys.filter((name) => name.startsWith(WORK_PREFIX))) storage.removeItem(key);
}
