import type { Metadata } from 'next';
import { DeletedFolders } from '@/components/settings/deleted-folders';
import { DeletedWebhooks } from '@/components/settings/deleted-webhooks';
import { DeletedWorkflows } from '@/components/settings/deleted-workflows';

export const metadata: Metadata = { title: 'Recently deleted' };

export default function RecentlyDeletedPage() {
  return (
    <>
      <DeletedWorkflows />
      <DeletedWebhooks />
      <DeletedFolders />
    </>
  );
}
