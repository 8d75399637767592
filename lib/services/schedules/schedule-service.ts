import { SCHEDULE_TRIGGER } from '../../core/blocks/schedule-trigger/trigger';
import type { ScheduleSettings } from '../../core/schedule/schedule';
import { notify } from '../../platform/postgres/notify';
import type { TriggerService } from '../triggers/trigger-service';
import { defineSettings } from '../triggers/trigger-settings';
import { placeSchedules, withdrawSchedules } from './place-schedules';
import { startScheduleLoop } from './schedule-loop';

export const scheduleService: TriggerService = {
  settings: defineSettings(SCHEDULE_TRIGGER, (settings: ScheduleSettings) => settings),
  live: { place: placeSchedules, withdraw: withdrawSchedules, announce: () => notify('schedules', '') },
  startLoop: startScheduleLoop,
};
