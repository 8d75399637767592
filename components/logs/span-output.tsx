'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ShortenedValue, splitShortened } from '@/lib/core/blocks/shortened-value';
import type { ValueShape } from '@/lib/core/blocks/value-shape';
import { client } from '@/lib/platform/http/client';
import { parseExact } from '@/lib/platform/text/exact-number';
import { getLogFileEndpoint } from '@/lib/services/logs/endpoints';
import { Button } from '../ui/button';
import { cn } from '../ui/class-names';
import { formatBytes } from '../ui/format-quantity';
import { JsonView } from '../ui/json-view';
import { Notice } from '../ui/notice';

export interface SpanOutputProps {
  value: unknown;
  label: string;
  /** Has the whole of what is shortened; null while the run goes on. */
  logId: string | null;
  onPick?: (path: string) => void;
  pickLabel?: string;
  maxHeight?: string;
}

/** What a block put out: what its span holds whole as a tree, and of what is too big for it the beginning. */
export function SpanOutput({ value, label, logId, onPick, pickLabel, maxHeight }: SpanOutputProps) {
  const { whole, shortened } = splitShortened(value);
  const isAllShortened = shortened[0]?.name === '';
  const common = {
    label,
    ...(onPick ? { onPick } : {}),
    ...(pickLabel ? { pickLabel } : {}),
    ...(maxHeight ? { maxHeight } : {}),
  };
  return (
    <div className="flex flex-col gap-3">
      {isAllShortened ? null : <JsonView value={whole} {...common} />}
      {shortened.map(({ name, value: part }) => (
        <Shortened
          key={name}
          name={name}
          part={part}
          logId={logId}
          label={name === '' ? label : `${label}: ${name}`}
          {...(onPick ? { onPick: (path: string) => onPick(joined(name, path)) } : {})}
        />
      ))}
    </div>
  );
}

const joined = (name: string, path: string) =>
  name === '' || path === '' || path.startsWith('[') ? name + path : `${name}.${path}`;

interface ShortenedProps {
  name: string;
  part: ShortenedValue;
  logId: string | null;
  label: string;
  onPick?: (path: string) => void;
}

function Shortened({ name, part, logId, label, onPick }: ShortenedProps) {
  const [wanted, setWanted] = useState(false);
  const { head = '', shape, bytes, fileId = null } = part;
  const whole = useQuery({
    queryKey: ['log-file', logId, fileId],
    queryFn: () => readWhole(logId ?? '', fileId ?? '', part),
    enabled: wanted && logId !== null && fileId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (whole.data !== undefined) return <JsonView value={whole.data.value} label={label} onPick={onPick} />;
  return (
    <section aria-label={label} className="overflow-hidden rounded-lg border border-line">
      <header
        className={cn(
          'flex flex-wrap items-center gap-x-3 gap-y-1',
          'border-line border-b bg-sunken px-2.5 py-1.5 text-xs',
        )}
      >
        {name === '' ? null : <span className="font-medium font-mono">{name}</span>}
        <span className="text-muted">
          {formatBytes(bytes ?? 0)}, shortened to its first {formatBytes(new Blob([head]).size)}
        </span>
        <span className="flex-1" />
        {fileId === null ? (
          <span className="text-faint">The full value was not kept.</span>
        ) : logId === null ? (
          <span className="text-faint">The full value can be loaded when the run has ended.</span>
        ) : (
          <Button size="sm" busy={whole.isFetching} onClick={() => setWanted(true)}>
            Load all
          </Button>
        )}
      </header>
      {whole.isError ? <Notice tone="danger">Couldn’t load it: {whole.error.message}</Notice> : null}
      {shape === undefined ? null : (
        <p className="wrap-anywhere border-line border-b px-2.5 py-1.5 font-mono text-2xs text-muted">
          {shapeText(shape)}
        </p>
      )}
      <pre className="max-h-64 overflow-auto whitespace-pre-wrap break-all p-2.5 text-xs">{head}</pre>
    </section>
  );
}

async function readWhole(logId: string, fileId: string, { contentType }: ShortenedValue) {
  const response = await client.send(getLogFileEndpoint, { params: { id: logId, fileId } });
  const text = await response.text();
  return { value: contentType === 'application/json' ? parseExact(text) : text };
}

const MAX_SHAPE_DEPTH = 3;

/** `{items: [{id: number, name: string}]}`. */
function shapeText(shape: ValueShape, depth = 0): string {
  if (shape.type === 'array')
    return shape.items === undefined
      ? '[]'
      : depth === MAX_SHAPE_DEPTH
        ? '[…]'
        : `[${shapeText(shape.items, depth + 1)}]`;
  if (shape.type !== 'object') return shape.type;
  if (depth === MAX_SHAPE_DEPTH) return '{…}';
  const fields = shape.fields ?? [];
  return `{${fields.map(({ name, shape: inner }) => `${name}: ${shapeText(inner, depth + 1)}`).join(', ')}}`;
}
