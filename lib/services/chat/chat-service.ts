import type { TriggerService } from '../triggers/trigger-service';
import { chatTrigger } from './chat-trigger';

export const chatService: TriggerService = { settings: chatTrigger };
