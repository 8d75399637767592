import type { Metadata } from 'next';
import { BudgetSettings } from '@/components/settings/budget-settings';

export const metadata: Metadata = { title: 'Budgets' };

export default function BudgetSettingsPage() {
  return <BudgetSettings />;
}
