import { useState } from 'react';

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
  const [text, setText] = useState(() => localStorage.getItem(key) ?? first);
  const keep = (typed: string) => {
    setText(typed);
    try {
      if (typed === first) localStorage.removeItem(key);
      else localStorage.setItem(key, typed);
    } catch (error) {
      console.warn('This browser can’t keep what is typed.', error);
    }
  };
  return { text, change: keep, end: () => keep(first) };
}

export const hasDraft = (workflowId: string, place: string): boolean =>
  localStorage.getItem(keyOf(workflowId, place)) !== null;
