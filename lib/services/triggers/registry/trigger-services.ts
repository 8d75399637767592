import type { BlockTrigger } from '../../../core/blocks/trigger';
import { chatService } from '../../chat/chat-service';
import { hookService } from '../../incoming-webhooks/hook-service';
import { scheduleService } from '../../schedules/schedule-service';
import type { TriggerService } from '../trigger-service';

/** Every trigger with a block of its own, by its name. */
export const triggerServices: { readonly [Name in BlockTrigger]: TriggerService } = {
  webhook: hookService,
  schedule: scheduleService,
  chat: chatService,
};

export const allTriggerServices: readonly TriggerService[] = Object.values(triggerServices);
