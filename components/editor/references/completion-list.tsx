'use client';

import { Portal } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { cn } from '../../ui/class-names';
import { BlockIcon } from '../document/block-icon';
import type { CompletionOption, CompletionToken } from './completion';
import type { Anchor } from './use-completion';

const WIDTH_PX = 340;
const MAX_HEIGHT_PX = 264;
const EDGE_PX = 8;

export interface CompletionListProps {
  id: string;
  anchor: Anchor;
  kind: CompletionToken['kind'];
  options: readonly CompletionOption[];
  current: number;
  onChoose: (option: CompletionOption) => void;
}

/** The list at the text being completed. The text keeps the focus; the list only handles clicks. */
export function CompletionList({ id, anchor, kind, options, current, onChoose }: CompletionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current
      ?.querySelector(`[id="${CSS.escape(`${id}-${current}`)}"]`)
      ?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);
  const width = Math.min(WIDTH_PX, window.innerWidth - 2 * EDGE_PX);
  const isBelow = window.innerHeight - anchor.bottom > MAX_HEIGHT_PX || anchor.top < window.innerHeight / 2;
  return (
    <Portal.Root>
      <div
        className={cn(
          'pointer-events-auto fixed z-60 animate-fade',
          'overflow-hidden rounded-lg bg-raised text-sm shadow-float',
        )}
        style={{
          width,
          left: Math.max(EDGE_PX, Math.min(anchor.left, window.innerWidth - width - EDGE_PX)),
          ...(isBelow ? { top: anchor.bottom + 4 } : { bottom: window.innerHeight - anchor.top + 4 }),
        }}
      >
        {options.length === 0 ? (
          <p className="px-3 py-2.5 text-muted text-xs">
            {kind === 'variable'
              ? 'No variables in this workspace yet. Add them under Settings → Variables.'
              : 'No block comes before this one yet. Connect one to use its outputs.'}
          </p>
        ) : (
          <div
            ref={list}
            id={id}
            role="listbox"
            aria-label={kind === 'code' ? 'Suggestions' : 'References'}
            className="max-h-56 overflow-y-auto p-1"
          >
            {options.map((option, index) => (
              <OptionRow
                key={option.insert}
                id={`${id}-${index}`}
                option={option}
                selected={index === current}
                onChoose={() => onChoose(option)}
              />
            ))}
          </div>
        )}
        <p
          className="flex justify-between gap-3 border-line border-t px-3 py-1 text-2xs text-faint"
          aria-hidden
        >
          <span className="shrink-0">
            ↑↓ choose · ↵ insert{kind === 'code' ? '' : ' · → go in'} · Esc close
          </span>
          <span className="truncate">{originWords(options[current])}</span>
        </p>
      </div>
    </Portal.Root>
  );
}

function originWords(option: CompletionOption | undefined): string {
  return option === undefined || option.origin === '' ? '' : `type: ${option.origin}`;
}

function OptionRow(props: { id: string; option: CompletionOption; selected: boolean; onChoose: () => void }) {
  const { id, option, selected, onChoose } = props;
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      // Keeps the focus, and with it the caret, in the text.
      onPointerDown={(event) => {
        event.preventDefault();
        onChoose();
      }}
      className={cn('flex h-7 items-center gap-2 rounded-md px-2', selected && 'bg-accent-soft')}
    >
      {option.icon === null ? (
        <span className="w-3.5 shrink-0" />
      ) : (
        <BlockIcon icon={option.icon} className="size-3.5 shrink-0 text-faint" />
      )}
      <span className="shrink-0 truncate font-mono text-xs" style={{ maxWidth: '60%' }}>
        {option.label}
      </span>
      <span className="min-w-0 flex-1 truncate text-faint text-xs">{option.preview ?? ''}</span>
      <span className="shrink-0 text-2xs text-faint">{option.detail}</span>
      {option.origin === '' ? null : <span className="sr-only">{`, type from: ${option.origin}`}</span>}
      {option.enter === null ? null : (
        <span className="text-faint" aria-hidden>
          ›
        </span>
      )}
    </div>
  );
}
