'use client';

import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { BlockChange, DocumentDiff, FieldChange } from '@/lib/core/workflow/diff-documents';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { FieldRows } from '../../page/field-rows';
import { Badge } from '../../ui/badge';
import { cn } from '../../ui/class-names';
import { countOf } from '../../ui/format-quantity';
import { MARKS } from './version-words';

interface ChangeListProps {
  diff: DocumentDiff;
  documents: readonly [WorkflowDocument, WorkflowDocument];
  /** The block whose fields are shown. */
  openId: string | null;
  onOpen: (id: string | null) => void;
  /** Rendered before the row of a block. */
  beside?: (change: BlockChange) => ReactNode;
}

/**
 * Lists all differences: blocks with their fields, connections, settings, then blocks that only moved.
 */
export function ChangeList({ diff, documents, openId, onOpen, beside }: ChangeListProps) {
  const changed = diff.blocks.filter(({ kind }) => kind !== 'moved');
  const moved = diff.blocks.filter(({ kind }) => kind === 'moved');
  const others = diff.edges.length + diff.settings.length + diff.groups.length;
  const isSame = changed.length + moved.length + others === 0;
  return (
    <section
      aria-label="Changes"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
      tabIndex={0}
      className="min-h-0 flex-[2] overflow-y-auto border-line border-t bg-surface p-3"
    >
      {isSame ? <p className="text-muted text-sm">These are the same.</p> : null}
      <ul className="flex flex-col gap-1">
        {changed.map((change) => (
          <BlockRow
            key={change.id}
            change={change}
            fields={fieldsOf(change, documents)}
            isOpen={openId === change.id}
            onOpen={onOpen}
            beside={beside?.(change)}
          />
        ))}
        {diff.edges.map(({ edge, kind, from, to }) => (
          <li key={`${kind} ${edge.id}`} className="flex items-center gap-2 px-2 py-1 text-sm">
            <KindBadge kind={kind} />
            Connection from {from} ({edge.sourceHandle}) to {to}
          </li>
        ))}
        {diff.groups.map(({ title, kind }) => (
          <li key={`${kind} ${title}`} className="flex items-center gap-2 px-2 py-1 text-sm">
            <KindBadge kind={kind} />
            Group {title}
          </li>
        ))}
        {diff.settings.length === 0 ? null : (
          <li className="px-2 py-1 text-sm">
            Workflow settings
            <FieldRows fields={diff.settings} />
          </li>
        )}
      </ul>
      {moved.length === 0 ? null : (
        <p className="mt-2 flex flex-wrap items-center gap-2 px-2 text-muted text-xs">
          <KindBadge kind="moved" />
          {countOf(moved.length, 'block')}, which changes nothing in runs:{' '}
          {moved.map(({ name }) => name).join(', ')}
        </p>
      )}
    </section>
  );
}

interface BlockRowProps {
  change: BlockChange;
  fields: readonly FieldChange[];
  isOpen: boolean;
  onOpen: (id: string | null) => void;
  beside: ReactNode;
}

function BlockRow({ change: { id, name, kind }, fields, isOpen, onOpen, beside }: BlockRowProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <li ref={row}>
      <div className="flex items-center gap-1">
        {beside}
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => onOpen(isOpen ? null : id)}
          className={cn(
            'flex min-w-0 flex-1 items-center gap-2',
            'rounded-md px-2 py-1 text-left text-sm hover:bg-hover',
          )}
        >
          <ChevronRight className={cn('size-4 text-faint', isOpen && 'rotate-90')} aria-hidden />
          <KindBadge kind={kind} />
          <span className="min-w-0 truncate font-medium">{name}</span>
          <span className="text-muted text-xs">
            {kind === 'changed' ? countOf(fields.length, 'field') : ''}
          </span>
        </button>
      </div>
      {isOpen ? <FieldRows fields={fields} /> : null}
    </li>
  );
}

function KindBadge({ kind }: { kind: BlockChange['kind'] }) {
  const { sign, word, tone } = MARKS[kind];
  return (
    <Badge tone={tone}>
      <span aria-hidden>{sign}</span> {word}
    </Badge>
  );
}

/** Returns the fields; for an added or removed block its settings, all on one side. */
function fieldsOf(
  change: BlockChange,
  [before, after]: ChangeListProps['documents'],
): readonly FieldChange[] {
  const { id, kind, fields } = change;
  if (kind === 'changed') return fields;
  const config = (kind === 'added' ? after : before).blocks[id]?.config ?? {};
  return Object.entries(config).map(([key, value]) => ({
    path: `config.${key}`,
    before: kind === 'added' ? undefined : value,
    after: kind === 'added' ? value : undefined,
  }));
}
