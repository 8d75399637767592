'use client';

import { useState } from 'react';
import { Input } from '@/components/ui/input';
import { CONTENTS_LINK, DocsContents } from './docs-frame';
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

export function DocsNav({ groups }: { groups: Groups }) {
  return (
    <DocsContents
      label="Operations"
      links={(onFollow) => <DocsLinks groups={groups} onFollow={onFollow} />}
    />
  );
}

function DocsLinks({ groups, onFollow }: { groups: Groups; onFollow?: (() => void) | undefined }) {
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
        <a key={id} href={`#${id}`} onClick={onFollow} className={CONTENTS_LINK}>
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
              className={CONTENTS_LINK}
            >
              <MethodBadge method={operation.method} />
              <span className="min-w-0">{operation.summary}</span>
            </a>
          ))}
        </div>
      ))}
    </>
  );
}
