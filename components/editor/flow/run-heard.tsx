'use client';

import { useEffect, useState } from 'react';
import { useEditorStore } from '../store/editor-context';
import { runWords } from './run-words';

/** Says how a run stands to somebody who can't see the canvas. */
export function RunHeard() {
  const store = useEditorStore();
  const [words, setWords] = useState('');
  useEffect(
    () =>
      store.subscribe(({ run, document }, was) => {
        if (run === was.run) return;
        const next = runWords(run, was.run, document);
        if (next !== null) setWords(next);
      }),
    [store],
  );
  return (
    <span aria-live="polite" className="sr-only" data-run-heard>
      {words}
    </span>
  );
}
