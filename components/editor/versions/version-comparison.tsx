'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getViewportForBounds, type Viewport } from '@xyflow/react';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type DocumentDiff, diffDocuments } from '@/lib/core/workflow/diff-documents';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { LoadFailure } from '../../page/load-failure';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Select } from '../../ui/select';
import { SkeletonRows } from '../../ui/skeleton';
import { blockHeightPx, NODE_WIDTH_PX } from '../document/block-size';
import { LEAST_ZOOM } from '../flow/initial-view';
import { useEditor } from '../store/editor-context';
import { ChangeList } from './change-list';
import { type Side, useVersionsAddress } from './use-versions-address';
import { type BlockMarks, VersionCanvas } from './version-canvas';
import { versionQuery, versionsQuery } from './version-queries';
import { MARKS, sideName } from './version-words';

interface Sides {
  before: Side;
  after: Side;
}

/** Shows two versions side by side, with their differences field by field. */
export function VersionComparison({ before, after }: Sides) {
  const [first, second] = [useSideDocument(before), useSideDocument(after)];
  const failed = [first, second].find((side) => side.error !== null);
  return (
    <>
      <SideChoice before={before} after={after} />
      {failed?.error ? <LoadFailure error={failed.error} onRetry={failed.retry} /> : null}
      {!failed && (first.document === undefined || second.document === undefined) ? (
        <SkeletonRows rows={4} className="m-4" />
      ) : null}
      {first.document && second.document ? (
        <Compared
          key={`${before}..${after}`}
          before={before}
          after={after}
          documents={[first.document, second.document]}
        />
      ) : null}
    </>
  );
}

function useSideDocument(side: Side) {
  const workflowId = useEditor((state) => state.workflowId);
  const draft = useEditor((state) => state.document);
  const number = side === 'draft' ? 0 : side;
  const version = useQuery({ ...versionQuery(workflowId, number), enabled: side !== 'draft' });
  return {
    document: side === 'draft' ? draft : version.data?.document,
    error: side === 'draft' ? null : version.error,
    retry: () => void version.refetch(),
  };
}

function SideChoice({ before, after }: Sides) {
  const workflowId = useEditor((state) => state.workflowId);
  const { data } = useInfiniteQuery(versionsQuery(workflowId));
  const { go } = useVersionsAddress();
  const known = data?.pages.flatMap((page) => page.data.map(({ number }) => number)) ?? [];
  const numbers = [...new Set([...known, ...[before, after].filter((side) => side !== 'draft')])];
  const sides: Side[] = ['draft', ...numbers.sort((a, b) => b - a)];
  const options = sides.map((side) => ({ value: String(side), label: sideName(side) }));
  const read = (value: string): Side => (value === 'draft' ? 'draft' : Number(value));
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b bg-surface p-3">
      <Select
        aria-label="Earlier side"
        className="w-32"
        value={String(before)}
        options={options}
        onValueChange={(value) => go({ kind: 'compare', before: read(value), after }, 'replace')}
      />
      <span className="text-muted text-xs">compared with</span>
      <Select
        aria-label="Later side"
        className="w-32"
        value={String(after)}
        options={options}
        onValueChange={(value) => go({ kind: 'compare', before, after: read(value) }, 'replace')}
      />
      <ul aria-label="Legend" className="flex flex-1 flex-wrap gap-1.5">
        {Object.values(MARKS).map(({ sign, word, tone }) => (
          <li key={word}>
            <Badge tone={tone}>
              <span aria-hidden>{sign}</span> {word}
            </Badge>
          </li>
        ))}
      </ul>
      <Button variant="ghost" onClick={() => go({ kind: 'list' })}>
        All versions
      </Button>
    </div>
  );
}

function Compared(props: Sides & { documents: [WorkflowDocument, WorkflowDocument] }) {
  const { before, after, documents } = props;
  const [first, second] = documents;
  const diff = useMemo(() => diffDocuments(first, second), [first, second]);
  const marks = useMemo(() => marksOf(diff), [diff]);
  const [openId, setOpenId] = useState<string | null>(null);
  const pane = useRef<HTMLDivElement>(null);
  const [viewport, setViewport] = useState<Viewport>();
  useLayoutEffect(() => {
    const { width = 0, height = 0 } = pane.current?.getBoundingClientRect() ?? {};
    setViewport((now) => now ?? viewportOf([first, second], width, height));
  }, [first, second]);
  const shared = { marks, viewport, onViewport: setViewport, onBlock: setOpenId };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-[3] max-md:flex-col">
        {([before, after] as const).map((side, place) => (
          <div
            key={place === 0 ? 'before' : 'after'}
            className="relative min-h-0 min-w-0 flex-1 border-line border-r"
            ref={place === 0 ? pane : undefined}
          >
            <Badge className="absolute top-2 left-2 z-10">{sideName(side)}</Badge>
            {viewport === undefined ? null : (
              <VersionCanvas
                label={`Canvas of ${place === 0 ? 'the earlier' : 'the later'} side, ${sideName(side)}`}
                document={documents[place] ?? first}
                {...shared}
              />
            )}
          </div>
        ))}
      </div>
      <ChangeList diff={diff} documents={documents} openId={openId} onOpen={setOpenId} />
    </div>
  );
}

const marksOf = ({ blocks }: DocumentDiff): BlockMarks => new Map(blocks.map(({ id, kind }) => [id, kind]));

/** Returns the viewport that fits both documents in one pane of this size. */
function viewportOf(documents: readonly WorkflowDocument[], width: number, height: number): Viewport {
  const blocks = documents.flatMap((document) =>
    Object.values(document.blocks).filter(({ parentId }) => parentId === undefined),
  );
  const [x, y] = [
    Math.min(...blocks.map(({ position }) => position.x), Number.POSITIVE_INFINITY),
    Math.min(...blocks.map(({ position }) => position.y), Number.POSITIVE_INFINITY),
  ];
  if (blocks.length === 0 || width === 0 || height === 0) return { x: 40, y: 40, zoom: 1 };
  const right = Math.max(...blocks.map(({ position, size }) => position.x + (size?.width ?? NODE_WIDTH_PX)));
  const foot = Math.max(
    ...blocks.map(({ position, size }) => position.y + (size?.height ?? blockHeightPx(0))),
  );
  const bounds = { x, y: y - 30, width: right - x, height: foot - y + 30 };
  return getViewportForBounds(bounds, width, height, LEAST_ZOOM, 1, 0.1);
}
