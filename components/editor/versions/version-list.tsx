'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import type { WorkflowVersion } from '@/lib/services/versions/schema';
import { useHoldDialog } from '../../holds/hold-dialog-state';
import { LoadFailure } from '../../page/load-failure';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { RelativeTime } from '../../ui/relative-time';
import { SkeletonRows } from '../../ui/skeleton';
import { useEditor, useEditorStore } from '../store/editor-context';
import { useDraftDistance } from './draft-distance';
import { MakeLiveButton } from './make-live-button';
import { UnpublishButton } from './unpublish-button';
import { useVersionsAddress } from './use-versions-address';
import { versionsQuery } from './version-queries';

/** Lists the draft, then all versions with author, time and note; the newest first. */
export function VersionList() {
  const workflowId = useEditor((state) => state.workflowId);
  const live = useEditor((state) => state.liveVersion);
  const versions = useInfiniteQuery(versionsQuery(workflowId));
  const rows = versions.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4 md:p-6">
      <DraftRow />
      {versions.isPending ? <SkeletonRows rows={4} className="h-16" /> : null}
      {versions.isError ? <LoadFailure error={versions.error} onRetry={() => versions.refetch()} /> : null}
      {versions.isSuccess && rows.length === 0 ? (
        <EmptyState icon={History} title="No versions yet">
          Callers run the draft until you publish it. A published version never changes.
        </EmptyState>
      ) : null}
      <ol aria-label="Versions" className="flex flex-col gap-2">
        {rows.map((version) => (
          <VersionRow key={version.number} version={version} live={live} />
        ))}
      </ol>
      {versions.hasNextPage ? (
        <Button className="mt-3" busy={versions.isFetchingNextPage} onClick={() => versions.fetchNextPage()}>
          Show older versions
        </Button>
      ) : null}
    </div>
  );
}

function DraftRow() {
  const store = useEditorStore();
  const readOnly = useEditor((state) => state.readOnly);
  const live = useEditor((state) => state.liveVersion);
  const distance = useDraftDistance();
  const { go } = useVersionsAddress();
  const { ask } = useHoldDialog();
  const hold = () => {
    const { workspaceId, workflowId, name } = store.getState();
    ask({ workspaceId, workflowId, name });
  };
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-3">
      <span className="min-w-0 flex-1 font-medium text-sm max-sm:basis-full">{distance}</span>
      {live === null ? null : (
        <Button onClick={() => go({ kind: 'compare', before: live, after: 'draft' })}>
          Compare the draft with live
        </Button>
      )}
      {readOnly ? null : <Button onClick={hold}>Hold or release…</Button>}
      {readOnly || live === null ? null : <UnpublishButton />}
      {readOnly ? null : (
        <Button
          variant="primary"
          disabled={distance?.startsWith('Live') ?? false}
          onClick={() => store.setState({ publishing: true })}
        >
          Publish
        </Button>
      )}
    </div>
  );
}

function VersionRow({ version, live }: { version: WorkflowVersion; live: number | null }) {
  const { number, note, author, createdAt } = version;
  const readOnly = useEditor((state) => state.readOnly);
  const { go } = useVersionsAddress();
  return (
    <li className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-3">
      <div className="min-w-0 flex-1 basis-60 max-sm:basis-full">
        <p className="flex items-center gap-2 font-medium text-sm">
          Version {number}
          {number === live ? <Badge tone="success">Live</Badge> : null}
        </p>
        <p className="text-muted text-xs">
          {author?.name ?? 'A deleted account'}, <RelativeTime at={createdAt} />
        </p>
        {note === '' ? null : <p className="mt-1 whitespace-pre-wrap break-words text-sm">{note}</p>}
      </div>
      {number === 1 ? null : (
        <Button
          variant="ghost"
          aria-label={`Changes in version ${number}`}
          onClick={() => go({ kind: 'compare', before: number - 1, after: number })}
        >
          Changes
        </Button>
      )}
      {readOnly || number === live ? null : <MakeLiveButton number={number} inRow />}
      <Button aria-label={`Open version ${number}`} onClick={() => go({ kind: 'one', number })}>
        Open
      </Button>
    </li>
  );
}
