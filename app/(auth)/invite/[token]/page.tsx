import type { Metadata } from 'next';
import { InvitationForm } from '@/components/auth/invitation-form';

// The token in the address must not travel to other sites.
export const metadata: Metadata = { title: 'Invitation', referrer: 'no-referrer', robots: { index: false } };

export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return <InvitationForm token={token} />;
}
