'use client';

import { type CSSProperties, useDeferredValue, useMemo, useRef } from 'react';
import { cn } from '../../ui/class-names';
import { useOverflow } from '../../ui/use-overflow';
import type { InsertTarget } from './focused-field';
import { knownScope, type ResolvedPart, resolvedNow } from './resolved-now';
import { useReferenceScope } from './use-scope';

/** The place of a text, which determines what its references may name. */
type FieldPlace = Pick<InsertTarget, 'blockId' | 'when' | 'args' | 'language' | 'place'>;

/** Returns a text resolved with the values known now; null if it has nothing to resolve. */
export function useResolvedNow(text: string, { blockId, when, args, language, place }: FieldPlace) {
  const { scope, variables } = useReferenceScope(blockId, when, args);
  const known = useMemo(() => knownScope(scope, variables), [scope, variables]);
  // Deferred until the typed character has been painted.
  const settled = useDeferredValue(text);
  return useMemo(() => resolvedNow(settled, language, known, place), [settled, language, known, place]);
}

/**
 * The value under a field with reserved space: nothing moves when the focus changes. The element around such
 * a field has `data-current-value`, so that its value isn't shown twice.
 */
export function CurrentValue({ text, ...place }: FieldPlace & { text: string }) {
  const parts = useResolvedNow(text, place);
  return parts === null ? null : <CurrentParts parts={parts} className="max-h-20 overflow-y-auto" scrolls />;
}

interface CurrentPartsProps {
  parts: readonly ResolvedPart[];
  className: string;
  style?: CSSProperties;
  /** True if a long value scrolls; otherwise it is cut. */
  scrolls?: boolean;
}

export function CurrentParts({ parts, className, style, scrolls = false }: CurrentPartsProps) {
  const box = useRef<HTMLDivElement>(null);
  const overflows = useOverflow(box);
  return (
    <div
      ref={box}
      role="note"
      aria-label="Current value"
      className={cn('flex gap-2 text-xs', className)}
      style={style}
      {...(scrolls && overflows ? { tabIndex: 0 } : {})}
    >
      <span className="shrink-0 text-faint">Now</span>
      <span className="min-w-0 flex-1 whitespace-pre-wrap break-words font-mono">
        {parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other identity than their place
          <Piece key={at} {...part} />
        ))}
        {parts.every((part) => part.text === '') ? <i className="text-faint">empty</i> : null}
      </span>
    </div>
  );
}

function Piece({ kind, text }: ResolvedPart) {
  if (kind === 'text') return <span className="text-muted">{text}</span>;
  if (kind === 'unknown')
    return (
      <span className="text-warning underline decoration-dotted underline-offset-3">
        {text}
        <span className="font-sans"> (not known yet)</span>
      </span>
    );
  return <span className={kind === 'secret' ? 'text-running' : 'text-ink'}>{text}</span>;
}
