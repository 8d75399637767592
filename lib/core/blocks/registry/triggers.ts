import { CHAT_TRIGGER } from '../chat-trigger/trigger';
import { SCHEDULE_TRIGGER } from '../schedule-trigger/trigger';
import { API_TRIGGER, MANUAL_TRIGGER } from '../start/triggers';
import type { Trigger, TriggerDescription } from '../trigger';
import { WEBHOOK_TRIGGER } from '../webhook-trigger/trigger';

/** Every trigger by its name. Without the blocks' definitions, so that pages with filters stay light. */
export const triggerDescriptions: { readonly [Name in Trigger]: TriggerDescription<Name> } = {
  api: API_TRIGGER,
  webhook: WEBHOOK_TRIGGER,
  schedule: SCHEDULE_TRIGGER,
  manual: MANUAL_TRIGGER,
  chat: CHAT_TRIGGER,
};
