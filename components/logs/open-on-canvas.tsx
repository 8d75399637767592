'use client';

import { Workflow } from 'lucide-react';
import { runOnCanvasPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import type { LogDetail } from '@/lib/services/logs/schema';

/** Opens the editor, which shows the path of the run. */
export function OpenOnCanvas({ log }: { log: LogDetail }) {
  const { id } = useWorkspace();
  if (log.workflow.deleted) return null;
  return (
    <Button asChild size="sm">
      <Link href={runOnCanvasPath(id, log.workflowId, log.id)}>
        <Workflow aria-hidden />
        Open on the canvas
      </Link>
    </Button>
  );
}
