import type { Metadata } from 'next';
import { ConfirmAlertsForm } from '@/components/auth/confirm-alerts-form';

// The token in the address must not travel to other sites.
export const metadata: Metadata = {
  title: 'Alerts by e-mail',
  referrer: 'no-referrer',
  robots: { index: false },
};

export default async function ConfirmAlertsPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return <ConfirmAlertsForm token={token} />;
}
