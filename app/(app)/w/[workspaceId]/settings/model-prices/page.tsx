import type { Metadata } from 'next';
import { ModelPriceSettings } from '@/components/settings/model-price-settings';

export const metadata: Metadata = { title: 'Model prices' };

export default function ModelPriceSettingsPage() {
  return <ModelPriceSettings />;
}
