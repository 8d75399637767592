'use client';

import { List } from 'lucide-react';
import { useRef, useState } from 'react';
import { Input } from '@/components/ui/input';
import { cn } from '../ui/class-names';
import type { PlacedOperation } from './openapi-document';
import { MethodBadge } from './operation-section';

type Groups = ReadonlyArray<[string, PlacedOperation[]]>;

const CHAPTERS = [
  ['introduction', 'Introduction'],
  ['authentication', 'Authentication'],
  ['follow-the-logs', 'Follow the logs'],
  ['errors', 'Errors'],
  ['receive-webhooks', 'Receive webhooks'],
] as const;

const LINK = 'flex min-h-7 items-center gap-2 rounded-md px-2 py-1 text-muted hover:bg-hover hover:text-ink';

/** Beside the text on wide screens; behind a button under the header on narrow ones. */
export function DocsNav({ groups }: { groups: Groups }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  return (
    <>
      <nav
        aria-label="Operations"
        className={cn(
          'sticky top-12 h-[calc(100dvh-3rem)] w-72 shrink-0',
          'overflow-y-auto border-line border-r p-3 max-lg:hidden',
        )}
      >
        <DocsLinks groups={groups} />
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
          <DocsLinks groups={groups} onFollow={close} />
        </nav>
      </details>
    </>
  );
}

function DocsLinks({ groups, onFollow }: { groups: Groups; onFollow?: () => void }) {
  const [text, setText] = useState('');
  const sought = text.trim().toLowerCase();
  const shown = groups
    .map(([tag, operations]): [string, PlacedOperation[]] => [
      tag,
      operations.filter(({ summary, path }) => `${tag} ${summary} ${path}`.toLowerCase().includes(sought)),
    ])
    .filter(([, operations]) => operations.length > 0);
  return (
    <>
      <Input
        type="search"
        aria-label="Find an operation"
        placeholder="Find an operation"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="mb-3"
      />
      {CHAPTERS.map(([id, title]) => (
        <a key={id} href={`#${id}`} onClick={onFollow} className={LINK}>
          {title}
        </a>
      ))}
      {shown.map(([tag, operations]) => (
        <div key={tag} className="mt-4">
          <p className="px-2 pb-1 font-medium text-faint text-xs">{tag}</p>
          {operations.map((operation) => (
            <a
              key={operation.operationId}
              href={`#${operation.operationId}`}
              onClick={onFollow}
              className={LINK}
            >
              <MethodBadge method={operation.method} />
              <span className="min-w-0 truncate" title={operation.summary}>
                {operation.summary}
              </span>
            </a>
          ))}
        </div>
      ))}
    </>
  );
}
