'use client';

import { useEffect, useRef } from 'react';
import { useEditor } from '../store/editor-context';
import type { LiveText, RunState } from '../store/run-state';

/** Shows the text that models are writing now, by block. */
export function LiveTexts({ run }: { run: RunState }) {
  const writing = Object.entries(run.blocks).flatMap(([id, block]) =>
    'startedAtMs' in block && block.text !== undefined ? [{ id, text: block.text }] : [],
  );
  return writing.map(({ id, text }) => <OneText key={id} blockId={id} live={text} />);
}

function OneText({ blockId, live }: { blockId: string; live: LiveText }) {
  const name = useEditor((state) => state.document.blocks[blockId]?.name ?? blockId);
  const end = useRef<HTMLElement>(null);
  const length = live.text.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each piece, the newest line stays in sight
  useEffect(() => {
    end.current?.scrollTo({ top: end.current.scrollHeight });
  }, [length]);
  return (
    <figure className="flex min-h-0 flex-col gap-1 px-4 pb-4">
      <figcaption className="text-muted text-xs">{name} is writing…</figcaption>
      <section
        ref={end}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long text is scrolled by keyboard
        tabIndex={0}
        aria-label={`Text of ${name}`}
        className="max-h-56 overflow-y-auto whitespace-pre-wrap break-words text-sm"
      >
        {live.text}
      </section>
    </figure>
  );
}
