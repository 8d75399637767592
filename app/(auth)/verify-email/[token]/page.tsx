import type { Metadata } from 'next';
import { VerifyEmailForm } from '@/components/auth/verify-email-form';

// The token in the address must not travel to other sites.
export const metadata: Metadata = {
  title: 'Verify your e-mail address',
  referrer: 'no-referrer',
  robots: { index: false },
};

export default async function VerifyEmailPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return <VerifyEmailForm token={token} />;
}
