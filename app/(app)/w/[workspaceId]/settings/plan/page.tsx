import type { Metadata } from 'next';
import { PlanSettings } from '@/components/settings/plan-settings';

export const metadata: Metadata = { title: 'Plan and usage' };

export default function PlanSettingsPage() {
  return <PlanSettings />;
}
