import type { Metadata } from 'next';
import { AssistantSettings } from '@/components/settings/assistant-settings';

export const metadata: Metadata = { title: 'Assistant' };

export default function AssistantSettingsPage() {
  return <AssistantSettings />;
}
