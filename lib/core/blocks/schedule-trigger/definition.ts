import { cronWords } from '../../schedule/cron-picker';
import { whyNotSchedule } from '../../schedule/next-times';
import { EVERY_UNITS, type Schedule, ScheduleSettings } from '../../schedule/schedule';
import { defineBlock } from '../define-block';
import type { ShownWhen } from '../field';
import { scheduleTriggerIcon } from './icon';
import { SCHEDULE_TRIGGER } from './trigger';

const isKind =
  (wanted: Schedule['kind']): ShownWhen =>
  ({ kind = 'every' }) =>
    kind === wanted;

/** Current names that some engines accept, but list only under the old one (Asia/Calcutta). */
const RENAMED_ZONES = [
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Yangon',
  'Asia/Ho_Chi_Minh',
  'Europe/Kyiv',
  'Atlantic/Faroe',
  'America/Nuuk',
  'Africa/Asmara',
  'Pacific/Chuuk',
  'Pacific/Pohnpei',
];
const zones = (): readonly string[] => [
  ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...RENAMED_ZONES]),
];

export const scheduleTriggerDefinition = defineBlock({
  type: 'schedule-trigger',
  title: 'Schedule',
  description: 'Starts runs at set times.',
  synonyms: [
    'cron',
    'every',
    'timer',
    'interval',
    'clock',
    'daily',
    'hourly',
    'weekly',
    'recurring',
    'periodic',
    'time',
    'calendar',
    'recurrence',
    'crontab',
    'nightly',
  ],
  icon: scheduleTriggerIcon,
  config: ScheduleSettings,
  fields: [
    {
      name: 'kind',
      label: 'Repeat',
      kind: 'repeat',
      references: 'none',
      options: [
        { value: 'every', label: 'Every few minutes, hours or days' },
        { value: 'cron', label: 'Daily, weekly, monthly or by a cron pattern' },
        { value: 'once', label: 'Once' },
      ],
    },
    {
      name: 'every',
      label: 'Every',
      kind: 'number',
      references: 'none',
      min: 1,
      max: 1_000,
      unitOf: ({ unit = 'hours' }) => String(unit),
      shownWhen: isKind('every'),
    },
    {
      name: 'unit',
      label: 'Unit',
      kind: 'select',
      references: 'none',
      options: [
        { value: 'minutes', label: 'minutes' },
        { value: 'hours', label: 'hours' },
        { value: 'days', label: 'days' },
      ],
      // It is chosen with how often the schedule repeats; one that is wrong is shown to be put right.
      shownWhen: (config) =>
        isKind('every')(config) && !EVERY_UNITS.some((known) => known === (config.unit ?? 'hours')),
    },
    {
      name: 'from',
      label: 'Starting at',
      kind: 'datetime',
      references: 'none',
      help: 'Date and time that the intervals are counted from. Empty: midnight.',
      shownWhen: isKind('every'),
    },
    {
      name: 'cron',
      label: 'Pattern',
      kind: 'cron',
      references: 'none',
      placeholder: '0 9 * * 1-5',
      help: 'Minute, hour, day, month, weekday; with six fields the first is seconds.',
      shownWhen: isKind('cron'),
    },
    {
      name: 'at',
      label: 'Date and time',
      kind: 'datetime',
      references: 'none',
      shownWhen: isKind('once'),
    },
    {
      name: 'zone',
      label: 'Time zone',
      kind: 'text',
      references: 'none',
      placeholder: 'Europe/Berlin',
      suggestions: zones,
    },
    {
      name: 'overlap',
      label: 'If the previous run is unfinished',
      kind: 'select',
      references: 'none',
      options: [
        { value: 'skip', label: 'Skip this run' },
        { value: 'queue', label: 'Run after it' },
        { value: 'allow', label: 'Run at the same time' },
      ],
      tab: 'Policies',
    },
    {
      name: 'missed',
      label: 'Missed while Millrace was down',
      kind: 'select',
      references: 'none',
      options: [
        { value: 'once', label: 'Run once' },
        { value: 'skip', label: 'Skip' },
        { value: 'catch-up', label: 'Run each, up to 100' },
      ],
      help: 'A time is missed when no run could start within a minute.',
      tab: 'Policies',
    },
  ],
  trigger: { startsOn: SCHEDULE_TRIGGER.startsOn, limit: 20 },
  ports: () => [{ id: 'out', label: 'Next', kind: 'normal' }],
  outputs: () => [
    { name: 'scheduledAt', type: 'string', description: 'When the run was due' },
    { name: 'firedAt', type: 'string', description: 'When it was started' },
    { name: 'zone', type: 'string', description: 'The schedule’s time zone' },
    { name: 'missed', type: 'number', description: 'Number of missed times that this run covers' },
    { name: 'byHand', type: 'boolean', description: 'Started by a person or a caller' },
  ],
  check: (config) => {
    const problem = whyNotSchedule(config);
    return problem === null ? [] : [problem];
  },
  summary: ({ kind, every, unit, cron, at, zone }) => {
    const place = zone === 'UTC' ? '' : ` ${zone}`;
    if (kind === 'once') return `${at}${place}`.slice(0, 60);
    if (kind === 'cron') return `${cronWords(cron)}${place}`.slice(0, 60);
    return every === 1 ? `every ${unit.slice(0, -1)}` : `every ${every} ${unit}`;
  },
});
