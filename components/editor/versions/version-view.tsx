'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { LoadFailure } from '../../page/load-failure';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { RelativeTime } from '../../ui/relative-time';
import { SkeletonRows } from '../../ui/skeleton';
import { useEditor, useEditorStore } from '../store/editor-context';
import { commitDocument } from '../store/editor-store';
import { MakeLiveButton } from './make-live-button';
import type { Saving } from './publish-dialog';
import { useVersionsAddress } from './use-versions-address';
import { VersionCanvas } from './version-canvas';
import { versionQuery } from './version-queries';

/** Shows one version on a read-only canvas, with buttons to make it live or to edit from it. */
export function VersionView({ number, flush }: { number: number } & Saving) {
  const workflowId = useEditor((state) => state.workflowId);
  const live = useEditor((state) => state.liveVersion);
  const readOnly = useEditor((state) => state.readOnly);
  const version = useQuery(versionQuery(workflowId, number));
  const { go } = useVersionsAddress();
  if (version.isError) return <LoadFailure error={version.error} onRetry={() => version.refetch()} />;
  if (version.data === undefined) return <SkeletonRows rows={4} className="m-4" />;
  const { document, author, createdAt, note } = version.data;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-line border-b bg-surface p-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="flex items-center gap-2 font-semibold text-sm">
            Version {number} {number === live ? <Badge tone="success">Live</Badge> : null}
          </h2>
          <p className="truncate text-muted text-xs">
            {author?.name ?? 'A deleted account'}, <RelativeTime at={createdAt} />
            {note === '' ? '' : `: ${note}`}
          </p>
        </div>
        <Button variant="ghost" onClick={() => go({ kind: 'list' })}>
          All versions
        </Button>
        <Button onClick={() => go({ kind: 'compare', before: number, after: 'draft' })}>
          Compare with the draft
        </Button>
        {readOnly ? null : <RestoreButton number={number} document={document} flush={flush} />}
        {readOnly || number === live ? null : <MakeLiveButton number={number} />}
      </div>
      <div className="min-h-0 flex-1">
        <VersionCanvas label={`Canvas of version ${number}`} document={document} />
      </div>
    </>
  );
}

function RestoreButton(props: { number: number; document: WorkflowDocument } & Saving) {
  const { number, document, flush } = props;
  const store = useEditorStore();
  const { go } = useVersionsAddress();
  const [asks, setAsks] = useState(false);
  const restore = () => {
    commitDocument(store, document, { label: `Restore version ${number}` });
    void flush();
    setAsks(false);
    go(null, 'replace');
    toast.success(`Version ${number} is restored to the draft. You can undo it.`);
  };
  return (
    <>
      <Button onClick={() => setAsks(true)}>Restore to draft</Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={`Replace the draft with version ${number}?`}
        confirmLabel="Restore to draft"
        onConfirm={restore}
      >
        What was edited since is replaced; undo in the editor brings it back. What callers run stays as it is.
      </ConfirmDialog>
    </>
  );
}
