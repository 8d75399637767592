'use client';

import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import { LoadFailure } from '@/components/page/load-failure';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { previewOf } from '@/components/ui/json-tree';
import { Skeleton } from '@/components/ui/skeleton';
import { blockDefinitions } from '@/lib/core/blocks/registry/definitions';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { readPathInside } from '@/lib/core/references/path-text';
import { sourcesOf, usesOf } from '@/lib/core/workflow/provenance';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { executionQuery } from './log-queries';
import { spanSeenFrom, valueAt } from './value-path';

export interface PickedValue {
  side: 'input' | 'output';
  /** The path in the tree's notation. */
  path: string;
}

export interface ValueOriginProps {
  executionId: string;
  /** The block of the picked value. */
  span: TraceSpan;
  /** All spans of the run. */
  spans: readonly TraceSpan[];
  picked: PickedValue;
  onShow: (span: TraceSpan) => void;
  onClose: () => void;
}

interface Line {
  reference: string;
  blockId: string;
  /** The value at that place, or the field that uses it. */
  text: string;
}

const PREVIEW_CHARACTERS = 120;

/** The origin of an input's value, or the uses of an output's value; each with a link to that block. */
export function ValueOrigin({ executionId, span, spans, picked, onShow, onClose }: ValueOriginProps) {
  const execution = useQuery(executionQuery(executionId));
  const document = execution.data?.workflowState as unknown as WorkflowDocument | undefined;
  const lines = useMemo(
    () => (document === undefined ? null : linesOf(document, { span, spans, picked })),
    [document, span, spans, picked],
  );
  const isInput = picked.side === 'input';
  return (
    <section
      aria-label={isInput ? 'Where the value comes from' : 'Where the value went'}
      className="rounded-lg border border-accent/40 bg-accent-soft/40 p-3 text-sm"
    >
      <header className="mb-1.5 flex items-center gap-2">
        <p className="min-w-0 flex-1 text-xs">
          {isInput ? 'Source of ' : 'Uses of '}
          <code className="wrap-anywhere font-medium">{picked.path}</code>
        </p>
        <IconButton size="sm" label="Close" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      {execution.isError ? (
        <LoadFailure error={execution.error} onRetry={() => execution.refetch()} />
      ) : lines === null ? (
        <Skeleton className="h-6" />
      ) : lines.length === 0 ? (
        <p className="text-muted">
          {isInput
            ? 'Nothing was inserted here: the field’s own text gives this value.'
            : 'No field of another block refers to it.'}
        </p>
      ) : (
        <ul className="flex flex-col gap-1">
          {lines.map(({ reference, blockId, text }) => {
            const target = spanSeenFrom(spans, blockId, span);
            const name = document?.blocks[blockId]?.name ?? blockId;
            return (
              <li key={`${blockId} ${reference} ${text}`} className="flex flex-wrap items-center gap-2">
                {target === undefined ? (
                  <span className="text-muted text-xs">{name} (did not run)</span>
                ) : (
                  <Button size="sm" onClick={() => onShow(target)}>
                    Show {name}
                  </Button>
                )}
                <code className="wrap-anywhere text-xs">{reference}</code>
                <span className="wrap-anywhere min-w-0 text-muted text-xs">{text}</span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

function linesOf(
  document: WorkflowDocument,
  { span, spans, picked }: Pick<ValueOriginProps, 'span' | 'spans' | 'picked'>,
): Line[] {
  const at = { blockId: span.blockId, path: readPathInside(picked.path) ?? [] };
  if (picked.side === 'output')
    return usesOf(document, blockDefinitions, { ...at, output: span.output }).map(
      ({ reference, blockId, field }) => ({
        reference,
        blockId,
        text: `in ${field}`,
      }),
    );
  return sourcesOf(document, blockDefinitions, at).map(({ reference, blockId, path }) => {
    const output = spanSeenFrom(spans, blockId, span)?.output;
    const value = path === null ? undefined : valueAt(output, path);
    return {
      reference,
      blockId,
      text: value === undefined ? '' : previewOf(value, PREVIEW_CHARACTERS),
    };
  });
}
