import { useState } from 'react';
import { localStore } from '../../ui/browser-storage';
import { keepInStorage } from '../../ui/keep-in-storage';

/** Storage key of a draft; deleted at sign-out, like all of the user's local work. */
const keyOf = (workflowId: string, place: string) => `millrace:comment:${workflowId}:${place}`;

export interface CommentDraft {
  text: string;
  change: (text: string) => void;
  /** Deletes the draft once it was sent or discarded. */
  end: () => void;
}

/**
 * Keeps the text typed at one place in this browser until it is sent, so that it survives closing the
 * panel, a reload and a lost connection.
 */
export function useCommentDraft(workflowId: string, place: string, first = ''): CommentDraft {
  const key = keyOf(workflowId, place);
  const [text, setText] = useState(() => localStore.getItem(key) ?? first);
  const keep = (typed: string) => {
    setText(typed);
    keepInStorage(localStore, key, typed === first ? null : typed, 'what is typed');
  };
  return { text, change: keep, end: () => keep(first) };
}

export const hasDraft = (workflowId: string, place: string): boolean =>
  localStore.getItem(keyOf(workflowId, place)) !== null;
