import type { Metadata } from 'next';
import { SetupForm } from '@/components/auth/setup-form';

export const metadata: Metadata = { title: 'Create the owner’s account' };

export default function SetupPage() {
  return <SetupForm />;
}
