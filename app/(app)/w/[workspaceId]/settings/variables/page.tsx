import type { Metadata } from 'next';
import { VariableSettings } from '@/components/settings/variable-settings';

export const metadata: Metadata = { title: 'Variables' };

export default function VariableSettingsPage() {
  return <VariableSettings />;
}
