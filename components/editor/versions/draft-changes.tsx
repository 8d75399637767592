'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { diffDocuments } from '@/lib/core/workflow/diff-documents';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { LoadFailure } from '../../page/load-failure';
import { SkeletonRows } from '../../ui/skeleton';
import { useEditor } from '../store/editor-context';
import { ChangeList } from './change-list';
import { versionQuery } from './version-queries';

/** What publishing the draft changes for callers: its differences from the live version. */
export function DraftChanges({ live }: { live: number }) {
  const workflowId = useEditor((state) => state.workflowId);
  const version = useQuery(versionQuery(workflowId, live));
  return (
    <section aria-label={`Changes since version ${live}`}>
      <h3 className="mb-1.5 font-medium text-sm">Changes since version {live}</h3>
      {version.isError ? <LoadFailure error={version.error} onRetry={() => version.refetch()} /> : null}
      {version.isPending ? <SkeletonRows rows={2} /> : null}
      {version.isSuccess ? <Changes before={version.data.document} /> : null}
    </section>
  );
}

function Changes({ before }: { before: WorkflowDocument }) {
  const draft = useEditor((state) => state.document);
  const [openId, setOpenId] = useState<string | null>(null);
  const diff = useMemo(() => diffDocuments(before, draft), [before, draft]);
  return (
    <div className="flex max-h-64 flex-col overflow-hidden rounded-lg border border-line border-t-0">
      <ChangeList diff={diff} documents={[before, draft]} openId={openId} onOpen={setOpenId} />
    </div>
  );
}
