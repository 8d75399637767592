'use client';

import { toast } from 'sonner';
import { localStore } from '../ui/browser-storage';
import { copyText } from '../ui/copy-text';
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
  /** Returns what is not saved as a text that can be imported elsewhere; null if all is saved. */
  unsaved(): string | null;
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

/** Returns what the page has not saved, for a person who may not save it any more; null if all is saved. */
export function unsavedWork(): string | null {
  const texts = [...savers].flatMap((saver) => saver.unsaved() ?? []);
  return texts.length === 0 ? null : texts.join('\n');
}

export async function copyUnsaved(text: string): Promise<void> {
  if (await copyText(text)) toast.success('Copied. Paste it into a workflow of another workspace.');
  else toast.error('The browser doesn’t let this page write to the clipboard.');
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
