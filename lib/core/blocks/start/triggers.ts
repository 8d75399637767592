import { defineTrigger } from '../trigger';

export const API_TRIGGER = defineTrigger({
  startsOn: 'api',
  label: 'API',
  help: 'Started by a call with a key.',
});

export const MANUAL_TRIGGER = defineTrigger({
  startsOn: 'manual',
  label: 'Manual',
  help: 'Started in the editor.',
});
