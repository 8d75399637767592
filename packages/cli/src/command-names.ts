/** In the order of the help. */
export const COMMAND_NAMES = [
  'login',
  'logout',
  'whoami',
  'profiles',
  'run',
  'executions',
  'logs',
  'publish',
  'hold',
  'release',
  'discard',
  'limit',
  'redaction',
  'retention',
  'deleted',
  'bulk',
  'outages',
  'pull',
  'push',
  'diff',
  'test',
  'webhooks',
  'completion',
] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];

export const isCommand = (word: string): word is CommandName => COMMAND_NAMES.some((name) => name === word);
