import type { Metadata } from 'next';
import { WorkflowHome } from '@/components/workflows/workflow-home';

export const metadata: Metadata = { title: 'Workflows' };

export default function WorkflowsPage() {
  return <WorkflowHome />;
}
