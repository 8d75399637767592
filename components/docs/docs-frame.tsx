'use client';

import { List } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { cn } from '../ui/class-names';
import { DocsHeader } from './docs-header';

/** Classes of a link in the table of contents. */
export const CONTENTS_LINK =
  'flex min-h-7 items-center gap-2 rounded-md px-2 py-1 text-muted hover:bg-hover hover:text-ink';

/** A part of the documentation: its contents beside its text. */
export function DocsFrame(props: {
  title: 'Guides' | 'API reference';
  contents: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="min-h-dvh">
      <DocsHeader title={props.title} />
      <div className="mx-auto max-w-[88rem] lg:flex">
        {props.contents}
        {props.children}
      </div>
    </div>
  );
}

/**
 * The table of contents: beside the text on wide screens; on narrow ones behind a button under the
 * header, which closes with `onFollow`.
 */
export function DocsContents(props: { label: string; links: (onFollow?: () => void) => ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  return (
    <>
      <nav
        aria-label={props.label}
        className={cn(
          'sticky top-12 h-[calc(100dvh-3rem)] w-72 shrink-0',
          'overflow-y-auto border-line border-r p-3 max-lg:hidden',
        )}
      >
        {props.links()}
      </nav>
      <details
        ref={menu}
        className={cn(
          'group sticky top-12 z-10 border-line border-b bg-canvas',
          'open:max-h-[calc(100dvh-3rem)] open:overflow-y-auto lg:hidden',
        )}
      >
        <summary className="flex h-10 items-center gap-2 px-4 font-medium [&::-webkit-details-marker]:hidden">
          <List className="size-4 text-faint" aria-hidden />
          Contents
        </summary>
        <nav aria-label="Contents" className="px-3 pb-4">
          {props.links(close)}
        </nav>
      </details>
    </>
  );
}
