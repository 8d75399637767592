'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ShortenedValue, splitShortened } from '@/lib/core/blocks/shortened-value';
import type { ValueShape } from '@/lib/core/blocks/value-shape';
import { cn } from '../ui/class-names';
import { formatBytes } from '../ui/format-quantity';
import { JsonViewer } from '../ui/json-viewer';
import { Notice } from '../ui/notice';
import { RemoteJsonView } from '../ui/remote-json-view';
import { MAX_SHOWN_BYTES, WholeValue } from './whole-value';
import { wholeValuePath, wholeValueQuery } from './whole-value-query';

export interface SpanOutputProps {
  value: unknown;
  label: string;
  /** The log with the complete values; null while the run continues. */
  logId: string | null;
  onPick?: (path: string) => void;
  pickLabel?: string;
  maxHeight?: string;
}

/** The output of a block: small values whole, large ones by their beginning. */
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
      {isAllShortened ? null : <JsonViewer value={whole} {...common} />}
      {shortened.map(({ name, value: part }) => (
        <Shortened
          key={name}
          name={name}
          part={part}
          logId={logId}
          label={name === '' ? label : `${label}: ${name}`}
          {...(onPick ? { onPick: (path: string) => onPick(joined(name, path)) } : {})}
          {...(pickLabel ? { pickLabel } : {})}
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
  pickLabel?: string;
}

function Shortened({ name, part, logId, label, ...picking }: ShortenedProps) {
  const [wanted, setWanted] = useState(false);
  const { head = '', shape, bytes, fileId = null } = part;
  const fileName = `${name === '' ? 'output' : name}-${fileId}`;
  const isHuge = bytes !== null && bytes > MAX_SHOWN_BYTES;
  const whole = useQuery({
    ...wholeValueQuery(logId ?? '', part),
    enabled: wanted && logId !== null && fileId !== null && !isHuge,
  });
  if (isHuge && wanted && logId !== null) {
    const from = {
      url: wholeValuePath(logId, part),
      path: part.contentType === 'application/json' ? [] : null,
    };
    return <RemoteJsonView from={from} bytes={bytes} fileName={fileName} label={label} {...picking} />;
  }
  if (whole.data !== undefined) return <JsonViewer value={whole.data.value} label={label} {...picking} />;
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
          <WholeValue
            bytes={bytes ?? 0}
            href={wholeValuePath(logId, part)}
            fileName={fileName}
            isLoading={whole.isFetching}
            onLoad={() => setWanted(true)}
          />
        )}
      </header>
      {whole.isError ? <Notice tone="danger">Couldn’t load it: {whole.error.message}</Notice> : null}
      {shape === undefined ? null : (
        <p className="wrap-anywhere border-line border-b px-2.5 py-1.5 font-mono text-2xs text-muted">
          {shapeText(shape)}
        </p>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <pre
        role="group"
        aria-label={`Beginning of ${label}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        tabIndex={0}
        className="max-h-64 overflow-auto whitespace-pre-wrap break-all p-2.5 text-xs"
      >
        {head}
      </pre>
    </section>
  );
}

const MAX_SHAPE_DEPTH = 3;

/** Formats a shape as `{items: [{id: number, name: string}]}`. */
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
