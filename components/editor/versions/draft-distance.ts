'use client';

import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { countChanges, diffDocuments } from '@/lib/core/workflow/diff-documents';
import { countOf } from '../../ui/format-quantity';
import { useEditor } from '../store/editor-context';
import { versionQuery } from './version-queries';

/** Describes the difference between draft and live version; null while that is not known. */
export function useDraftDistance(): string | null {
  const workflowId = useEditor((state) => state.workflowId);
  const live = useEditor((state) => state.liveVersion);
  // The comparison is deferred, so that typed text is shown first.
  const draft = useDeferredValue(useEditor((state) => state.document));
  const { data } = useQuery({ ...versionQuery(workflowId, live ?? 0), enabled: live !== null });
  return useMemo(() => {
    if (live === null) return 'Draft · not published';
    if (data === undefined) return null;
    const diff = diffDocuments(data.document, draft);
    const count = countChanges(diff);
    if (count > 0) return `Draft · ${countOf(count, 'change')} since v${live}`;
    return diff.blocks.length > 0 ? `Draft · only moved since v${live}` : `Live v${live}`;
  }, [data, draft, live]);
}
