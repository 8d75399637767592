'use client';

import { Check, CircleAlert, CloudOff, LoaderCircle, Pencil } from 'lucide-react';
import { cn } from '../../ui/class-names';
import { LatePart, lateModule } from '../../ui/late-part';
import { Tooltip } from '../../ui/tooltip';
import { useEditor } from '../store/editor-context';
import type { SaveState } from '../store/save-state';

interface Look {
  icon: typeof Check;
  word: string;
  words: string;
  className: string;
}

const NOT_KEPT = 'This browser can’t keep your changes: don’t close this tab.';

function lookOf(state: SaveState): Look {
  switch (state.kind) {
    case 'saved':
      return { icon: Check, word: 'Saved', words: 'Everything is saved.', className: 'text-faint' };
    case 'unsaved':
      return { icon: Pencil, word: 'Unsaved', words: 'Will be saved in a moment.', className: 'text-faint' };
    case 'saving':
      return { icon: LoaderCircle, word: 'Saving…', words: 'Saving.', className: 'text-faint' };
    case 'refused':
      return {
        icon: CircleAlert,
        word: 'Not saved',
        words: `${state.reason} ${state.isKept ? 'Kept in this browser until then.' : NOT_KEPT}`,
        className: 'text-danger',
      };
    case 'offline':
      if (!state.isKept)
        return {
          icon: CloudOff,
          word: 'Offline, changes not kept',
          words: `The server can’t be reached. ${NOT_KEPT}`,
          className: 'text-danger',
        };
      return {
        icon: CloudOff,
        word: 'Offline',
        words: 'The server can’t be reached. Changes are kept in this browser and saved as soon as it can.',
        className: 'text-warning',
      };
  }
}

const discarding = lateModule(() => import('./discard-button'));

/** Shows if the displayed document is saved; always visible. */
export function SaveStatus({ onDiscard }: { onDiscard: () => Promise<void> }) {
  const state = useEditor((editor) => editor.save);
  const readOnly = useEditor((editor) => editor.readOnly);
  if (readOnly) return null;
  const { icon: Icon, word, words, className } = lookOf(state);
  const status = (
    <Tooltip content={words}>
      <span
        role="status"
        data-testid="save-state"
        className={cn('flex shrink-0 items-center gap-1.5 whitespace-nowrap text-xs', className)}
      >
        <Icon className={cn('size-3.5', state.kind === 'saving' && 'motion-safe:animate-spin')} aria-hidden />
        {/* A phone has room for the important states only. */}
        <span className={cn(state.kind === 'saved' && '@max-2xl/bar:sr-only')}>{word}</span>
      </span>
    </Tooltip>
  );
  if (state.kind !== 'refused' || !state.byServer) return status;
  return (
    <>
      {status}
      <LatePart from={discarding} quiet>
        {({ DiscardButton }) => <DiscardButton reason={state.reason} onDiscard={onDiscard} />}
      </LatePart>
    </>
  );
}
