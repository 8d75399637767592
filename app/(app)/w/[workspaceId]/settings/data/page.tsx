import type { Metadata } from 'next';
import { DataSettings } from '@/components/settings/data-settings';

export const metadata: Metadata = { title: 'Data' };

export default function DataSettingsPage() {
  return <DataSettings />;
}
