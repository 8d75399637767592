import { defineTrigger } from '../trigger';

export const SCHEDULE_TRIGGER = defineTrigger({
  startsOn: 'schedule',
  label: 'Schedule',
  help: 'Started on a schedule.',
});
