import type { Metadata } from 'next';
import { workflowApiPath } from '@/components/editor/save/workflow-query';
import { WorkflowEditor } from '@/components/editor/workflow-editor';
import { PreloadAnswer } from '@/components/shell/preload-answer';

export const metadata: Metadata = { title: 'Workflow' };

export default async function WorkflowPage({ params }: { params: Promise<{ workflowId: string }> }) {
  const { workflowId } = await params;
  return (
    <>
      <PreloadAnswer path={workflowApiPath(workflowId)} />
      <WorkflowEditor workflowId={workflowId} />
    </>
  );
}
