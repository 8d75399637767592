import type { Metadata } from 'next';
import { GeneralSettings } from '@/components/settings/general-settings';

export const metadata: Metadata = { title: 'Workspace settings' };

export default function GeneralSettingsPage() {
  return <GeneralSettings />;
}
