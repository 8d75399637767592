'use client';

import { useEffect, useRef } from 'react';
import { useEditorStore } from '../store/editor-context';
import { renameGroup } from '../store/group-actions';
import { sayRefusal } from './say-refusal';

const MAX_CHARACTERS = 80;

/** A group's title being edited: Enter or leaving the field saves it, Escape keeps the old one. */
export function GroupTitleField({ groupId, title }: { groupId: string; title: string }) {
  const store = useEditorStore();
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, []);
  const finish = (text: string | null) => {
    if (isOver.current) return;
    if (text !== null && text.trim() !== title && !sayRefusal(renameGroup(store, groupId, text))) return;
    isOver.current = true;
    store.setState({ namedGroup: null });
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-group-id="${CSS.escape(groupId)}"] button`)?.focus(),
    );
  };
  return (
    <input
      ref={input}
      aria-label="Title of the group"
      defaultValue={title}
      maxLength={MAX_CHARACTERS}
      spellCheck={false}
      onBlur={(event) => finish(event.target.value.trim() === '' ? null : event.target.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') finish(event.currentTarget.value);
        else if (event.key === 'Escape') finish(null);
      }}
      className={
        'nopan nodrag pointer-events-auto absolute top-0.5 left-2 h-7 w-60 max-w-[calc(100%-1rem)] ' +
        'rounded-md border border-focus bg-surface px-1.5 font-medium text-ink text-sm outline-none'
      }
    />
  );
}
