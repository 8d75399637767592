import type { Metadata } from 'next';
import { AuditSettings } from '@/components/settings/audit-settings';

export const metadata: Metadata = { title: 'Audit' };

export default function AuditSettingsPage() {
  return <AuditSettings />;
}
