import type { Trigger } from '@/lib/core/workflow/trigger';

export const TRIGGER_LABELS: Record<Trigger, string> = {
  api: 'API',
  webhook: 'Webhook',
  schedule: 'Schedule',
  manual: 'Manual',
  chat: 'Chat',
};

/** Explains what starts a run with this trigger. */
export const TRIGGER_HELP: Record<Trigger, string> = {
  api: 'Started by a call with a key.',
  webhook: 'Started by an incoming webhook.',
  schedule: 'Started on a schedule.',
  manual: 'Started in the editor.',
  chat: 'Started from a chat.',
};
