import type { Metadata } from 'next';
import { AlertSettings } from '@/components/settings/alert-settings';

export const metadata: Metadata = { title: 'Alerts' };

export default function AlertSettingsPage() {
  return <AlertSettings />;
}
