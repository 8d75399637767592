'use client';

import { useEffect, useState } from 'react';
import { useEditorStore } from '../store/editor-context';
import { runWords } from './run-words';

/** Announces the state of a run to screen readers. */
export function RunAnnouncer() {
  const store = useEditorStore();
  const [said, setSaid] = useState({ words: '', count: 0 });
  useEffect(
    () =>
      store.subscribe(({ run, document }, was) => {
        if (run === was.run) return;
        const next = runWords(run, was.run, document);
        if (next !== null) setSaid(({ count }) => ({ words: next, count: count + 1 }));
      }),
    [store],
  );
  return (
    <span aria-live="polite" className="sr-only" data-run-heard>
      {/* A new element each time: screen readers don't announce a repeated text, which is no change. */}
      <span key={said.count}>{said.words}</span>
    </span>
  );
}
