import { redirect } from 'next/navigation';
import { settingsPath } from '@/components/page/paths';

export default async function SettingsPage({ params }: { params: Promise<{ workspaceId: string }> }) {
  const { workspaceId } = await params;
  redirect(settingsPath(workspaceId));
}
