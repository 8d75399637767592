'use client';

import { useQuery } from '@tanstack/react-query';
import { HoldBadge } from '../../holds/hold-badge';
import { holdOn, holdsQuery } from '../../holds/hold-queries';
import { useEditor } from '../store/editor-context';

/** Shows that the workflow, or its whole workspace, is on hold. */
export function HoldState() {
  const workspaceId = useEditor((state) => state.workspaceId);
  const workflowId = useEditor((state) => state.workflowId);
  const name = useEditor((state) => state.name);
  const { data: holds } = useQuery(holdsQuery(workspaceId));
  const hold = holdOn(holds, workflowId) ?? holdOn(holds, null);
  if (hold === undefined) return null;
  return (
    <HoldBadge
      hold={hold}
      target={{ workspaceId, workflowId, name }}
      className="shrink-0"
      wordsClassName="@max-2xl/bar:hidden"
    />
  );
}
