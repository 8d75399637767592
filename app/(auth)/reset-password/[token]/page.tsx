import type { Metadata } from 'next';
import { ResetPasswordForm } from '@/components/auth/reset-password-form';

// The token in the address must not travel to other sites.
export const metadata: Metadata = {
  title: 'Choose a new password',
  referrer: 'no-referrer',
  robots: { index: false },
};

export default async function ResetPasswordPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return <ResetPasswordForm token={token} />;
}
