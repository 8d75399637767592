'use client';

import { Workflow } from 'lucide-react';
import { runOnCanvasPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';

/** Links to a block's form in the editor, with the current run on the canvas behind it. */
export function BlockInEditorLink(props: { workflowId: string; logId: string; blockId: string }) {
  const { id } = useWorkspace();
  return (
    <Button asChild size="sm" variant="ghost">
      <Link href={runOnCanvasPath(id, props.workflowId, props.logId, props.blockId)}>
        <Workflow aria-hidden />
        Open the block
      </Link>
    </Button>
  );
}
