import type { Metadata } from 'next';
import { OperationsSettings } from '@/components/settings/operations-settings';

export const metadata: Metadata = { title: 'Operations' };

export default function OperationsSettingsPage() {
  return <OperationsSettings />;
}
