import type { ConnectResult } from '@/lib/services/connections/schema';

type Tone = 'success' | 'warning' | 'danger';

/** What the end of a sign-in at a provider means for the person. */
export const CONNECT_WORDS: Readonly<Record<ConnectResult, [tone: Tone, words: string]>> = {
  connected: ['success', 'Connected.'],
  denied: ['warning', 'Access was declined at the provider. Nothing was changed.'],
  failed: ['danger', 'Connecting failed.'],
  expired: [
    'warning',
    'That sign-in has ended: it was used already, took too long, or the settings changed.',
  ],
  session: ['warning', 'That sign-in was begun in another session. Connect again in this one.'],
  forbidden: ['danger', 'You need the writer role to connect.'],
  invalid: ['warning', 'The provider’s response named no sign-in, so nothing was changed. Connect again.'],
};
