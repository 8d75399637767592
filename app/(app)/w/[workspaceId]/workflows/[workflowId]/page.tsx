import type { Metadata } from 'next';
import { workflowApiPath } from '@/components/editor/save/workflow-query';
import { WorkflowEditor } from '@/components/editor/workflow-editor';
import { seedFor } from '../../../../../seeds';

export const metadata: Metadata = { title: 'Workflow' };

export default async function WorkflowPage({ params }: { params: Promise<{ workflowId: string }> }) {
  const { workflowId } = await params;
  const seed = await seedFor(workflowApiPath(workflowId));
  return <WorkflowEditor key={workflowId} workflowId={workflowId} seed={seed} />;
}
