import type { Metadata } from 'next';
import { DeletedWorkflows } from '@/components/settings/deleted-workflows';

export const metadata: Metadata = { title: 'Recently deleted' };

export default function DeletedWorkflowsPage() {
  return <DeletedWorkflows />;
}
