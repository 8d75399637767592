'use client';

import { useEffect, useRef, useState } from 'react';
import type { CommentThread } from '@/lib/services/comments/schema';
import { useWorkspace } from '../../page/workspace-context';
import { useEditor, useEditorStore } from '../store/editor-context';
import { newsOf } from './thread-list';

/** Announces other users' comments to screen readers. */
export function CommentAnnouncer() {
  const store = useEditorStore();
  const userId = useWorkspace().me.id;
  const threads = useEditor((state) => state.threads);
  const known = useRef<readonly CommentThread[] | undefined>(undefined);
  const [words, setWords] = useState('');
  useEffect(() => {
    const before = known.current;
    known.current = threads;
    if (before === undefined || threads === undefined) return;
    const news = newsOf(before, threads, { userId, document: store.getState().document });
    if (news !== null) setWords(news);
  }, [store, threads, userId]);
  return (
    <span aria-live="polite" className="sr-only">
      {words}
    </span>
  );
}
