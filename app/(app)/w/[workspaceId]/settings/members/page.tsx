import type { Metadata } from 'next';
import { MemberSettings } from '@/components/settings/member-settings';

export const metadata: Metadata = { title: 'Members' };

export default function MemberSettingsPage() {
  return <MemberSettings />;
}
