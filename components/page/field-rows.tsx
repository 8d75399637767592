'use client';

import type { FieldChange } from '@/lib/core/workflow/diff-documents';
import { cn } from '../ui/class-names';
import { type DiffLine, diffLines } from './line-diff';

/** Longer texts and multi-line texts are compared line by line. */
const LONG_TEXT_CHARACTERS = 80;

/** Each field with its old and new value. */
export function FieldRows({ fields }: { fields: readonly FieldChange[] }) {
  if (fields.length === 0) return <p className="px-9 py-1 text-muted text-xs">It has no settings.</p>;
  return (
    <dl className="mb-2 ml-9 flex flex-col gap-2 py-1 text-xs">
      {fields.map(({ path, before, after }) => (
        <div key={path}>
          <dt className="mb-0.5 font-medium font-mono text-muted">{path.replace(/^config\./, '')}</dt>
          <dd>
            <Values before={before} after={after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Values({ before, after }: { before: unknown; after: unknown }) {
  const [old, now] = [toShownText(before), toShownText(after)];
  const isLong = (text: string | null) =>
    text !== null && (text.includes('\n') || text.length > LONG_TEXT_CHARACTERS);
  if (old !== null && now !== null && (isLong(old) || isLong(now)))
    return <Lines lines={diffLines(old, now)} />;
  return (
    <div className="grid gap-1 sm:grid-cols-2">
      <Value name="Before" text={old} />
      <Value name="After" text={now} />
    </div>
  );
}

function Value({ name, text }: { name: string; text: string | null }) {
  return (
    <div className="rounded-md border border-line bg-canvas px-2 py-1">
      <span className="mr-2 text-muted">{name}</span>
      {text === null ? (
        <span className="text-muted italic">not there</span>
      ) : (
        <code className="whitespace-pre-wrap break-words">{text === '' ? '(empty)' : text}</code>
      )}
    </div>
  );
}

const LINE_LOOK: Record<DiffLine['kind'], { sign: string; word: string; className: string }> = {
  same: { sign: ' ', word: '', className: 'text-muted' },
  added: { sign: '+', word: 'Added: ', className: 'bg-success-soft text-success' },
  removed: { sign: '−', word: 'Removed: ', className: 'bg-danger-soft text-danger' },
};

function Lines({ lines }: { lines: readonly DiffLine[] }) {
  return (
    <div className="overflow-hidden rounded-md border border-line bg-canvas py-1 font-mono">
      {lines.map(({ kind, text }, place) => {
        const { sign, word, className } = LINE_LOOK[kind];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity, nor change places
          <div key={place} className={cn('whitespace-pre-wrap break-words px-2', className)}>
            <span aria-hidden>{sign} </span>
            <span className="sr-only">{word}</span>
            {text}
          </div>
        );
      })}
    </div>
  );
}

/** Returns null for a missing value. */
function toShownText(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
