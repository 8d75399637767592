import type { TriggerService } from '../triggers/trigger-service';
import { hookTrigger } from './hook-trigger';

export const hookService: TriggerService = { settings: hookTrigger };
