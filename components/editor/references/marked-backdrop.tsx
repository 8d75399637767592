'use client';

import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { cn } from '../../ui/class-names';
import { type Mark, type MarkScope, markText } from './marked-text';

const LOOK: Record<Mark, string> = {
  reference: 'bg-accent-soft shadow-[0_0_0_1px_var(--accent-soft)]',
  broken: 'bg-danger-soft shadow-[0_0_0_1px_var(--danger-soft)] underline decoration-danger decoration-wavy',
  variable: 'bg-running-soft shadow-[0_0_0_1px_var(--running-soft)]',
  'unknown-variable': 'bg-warning-soft shadow-[0_0_0_1px_var(--warning-soft)]',
};

export interface Anchor {
  left: number;
  top: number;
  bottom: number;
}

export interface MarkedBackdropProps {
  text: string;
  scope: MarkScope;
  scroll: { left: number; top: number };
  multiline: boolean;
  /** Where in the text something should hang; its place in the window is given to `children`. */
  caretAt: number | null;
  children: (anchor: Anchor) => ReactNode;
}

/** The same text behind a see-through control: carries the colours, and tells where on screen a character is. */
export function MarkedBackdrop({ text, scope, scroll, multiline, caretAt, children }: MarkedBackdropProps) {
  const marker = useRef<HTMLSpanElement>(null);
  const [anchor, setAnchor] = useState<Anchor | null>(null);
  const parts = useMemo(() => markText(text, scope), [text, scope]);
  useLayoutEffect(() => {
    const place = caretAt === null ? undefined : marker.current?.getBoundingClientRect();
    setAnchor((before) => {
      if (place === undefined) return null;
      const stays = before?.left === place.left && before.top === place.top;
      return stays ? before : { left: place.left, top: place.top, bottom: place.bottom };
    });
  });
  return (
    <>
      <div
        aria-hidden
        className={cn(
          'pointer-events-none absolute inset-x-0 top-0 px-2.5 py-1.5 text-transparent',
          multiline ? 'whitespace-pre-wrap break-words' : 'w-max min-w-full whitespace-pre',
        )}
        style={{ transform: `translate(${-scroll.left}px, ${-scroll.top}px)` }}
      >
        {parts.map((part) => (
          <PartView key={part.start} part={part} caretAt={caretAt} marker={marker} />
        ))}
        {caretAt === text.length ? <span ref={marker} /> : null}
      </div>
      {anchor === null ? null : children(anchor)}
    </>
  );
}

function PartView(props: {
  part: ReturnType<typeof markText>[number];
  caretAt: number | null;
  marker: React.RefObject<HTMLSpanElement | null>;
}) {
  const { text, start, mark } = props.part;
  const at = props.caretAt === null ? -1 : props.caretAt - start;
  const holdsMarker = at >= 0 && at < text.length;
  return (
    <span className={mark === null ? undefined : cn('rounded-[3px]', LOOK[mark])}>
      {holdsMarker ? (
        <>
          {text.slice(0, at)}
          <span ref={props.marker} />
          {text.slice(at)}
        </>
      ) : (
        text
      )}
    </span>
  );
}
