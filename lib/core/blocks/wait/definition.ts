import { z } from 'zod';
import type { OutputPort } from '../block';
import { defineBlock } from '../define-block';
import type { ShownWhen } from '../field';
import { repeatedNames } from '../value-rows';
import { waitIcon } from './icon';
import { notATime, readTime } from './read-time';

export const WAIT_UNITS = ['seconds', 'minutes', 'hours', 'days'] as const;
type WaitUnit = (typeof WAIT_UNITS)[number];
export const MAX_WAIT_DAYS = 30;

/** A number given as such is converted to text. */
const Text = (most: number) =>
  z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    z
      .string()
      .max(most, `At most ${most.toLocaleString('en')} characters.`)
      .default(''),
  );

const FormField = z.object({
  name: z
    .string()
    .regex(
      /^[A-Za-z_$][A-Za-z0-9_$-]{0,63}$/,
      'Start with a letter from A to Z, then letters, digits, "-" or "_" (64 at most).',
    ),
  type: z.enum(['string', 'number', 'boolean']).default('string'),
  required: z.boolean().default(false),
  description: z.string().max(500, 'At most 500 characters.').optional(),
});

export const WaitConfig = z.object({
  kind: z.enum(['duration', 'until', 'callback', 'approval']).default('duration'),
  amount: Text(200),
  unit: z.enum(WAIT_UNITS).default('seconds'),
  until: Text(200),
  title: Text(200),
  text: Text(10_000),
  fields: z.array(FormField).max(30, 'At most 30 fields.').default([]),
  expiresAfter: Text(200),
  expiresUnit: z.enum(WAIT_UNITS).default('days'),
});
export type WaitConfig = z.infer<typeof WaitConfig>;

/** The config with references resolved; members that may hold one keep its value. */
export type ResolvedWaitConfig = Omit<WaitConfig, 'amount' | 'until' | 'expiresAfter'> &
  Record<'amount' | 'until' | 'expiresAfter', unknown>;

const isKind =
  (...kinds: Array<WaitConfig['kind']>): ShownWhen =>
  ({ kind = 'duration' }) =>
    kinds.includes(kind as WaitConfig['kind']);
const isAsked = isKind('callback', 'approval');
const unitOptions = WAIT_UNITS.map((unit) => ({ value: unit, label: unit }));

const ERROR_PORT: OutputPort = { id: 'error', label: 'On error', kind: 'error' };
const ASKING: readonly OutputPort[] = [
  { id: 'expired', label: 'Expired', kind: 'branch' },
  { id: 'waiting', label: 'While waiting', kind: 'early' },
  ERROR_PORT,
];

function portsOf({ kind }: WaitConfig): OutputPort[] {
  if (kind === 'callback') return [{ id: 'out', label: 'Answered', kind: 'normal' }, ...ASKING];
  if (kind === 'approval')
    return [
      { id: 'approved', label: 'Approved', kind: 'branch' },
      { id: 'rejected', label: 'Rejected', kind: 'branch' },
      ...ASKING,
    ];
  return [{ id: 'out', label: 'Next', kind: 'normal' }, ERROR_PORT];
}

export const waitDefinition = defineBlock({
  type: 'wait',
  title: 'Wait',
  description: 'Waits for a time, for a callback or for a person’s approval.',
  synonyms: [
    'delay',
    'sleep',
    'pause',
    'human',
    'approve',
    'approval',
    'review',
    'callback',
    'timeout',
    'hold',
    'resume',
    'signature',
    'manual-step',
    'until',
    'human in the loop',
    'settimeout',
  ],
  icon: waitIcon,
  config: WaitConfig,
  fields: [
    {
      name: 'kind',
      label: 'Wait for',
      kind: 'select',
      references: 'none',
      options: [
        { value: 'duration', label: 'A duration' },
        { value: 'until', label: 'A date and time' },
        { value: 'callback', label: 'A callback' },
        { value: 'approval', label: 'An approval' },
      ],
    },
    {
      name: 'amount',
      besideNext: true,
      label: 'Duration',
      kind: 'text',
      references: 'value',
      placeholder: '10',
      help: `Up to ${MAX_WAIT_DAYS} days. Waiting uses no resources.`,
      shownWhen: isKind('duration'),
    },
    {
      name: 'unit',
      label: 'Unit',
      kind: 'select',
      references: 'none',
      options: unitOptions,
      shownWhen: isKind('duration'),
    },
    {
      name: 'until',
      label: 'Date and time',
      kind: 'datetime',
      references: 'value',
      placeholder: '2026-12-24T18:00:00+01:00',
      help:
        'ISO 8601, in UTC unless it names an offset, or seconds or milliseconds since 1970. ' +
        'A time in the past doesn’t wait.',
      shownWhen: isKind('until'),
    },
    {
      name: 'title',
      label: 'Title',
      kind: 'text',
      references: 'text',
      placeholder: 'Approve the order',
      help: 'Title of the approval page. Send its link, <wait.url>, from the port “While waiting”.',
      shownWhen: isAsked,
    },
    {
      name: 'text',
      label: 'Text',
      kind: 'multiline',
      references: 'text',
      placeholder: 'Order <start.id> of <start.total> USD.',
      shownWhen: isAsked,
    },
    {
      name: 'fields',
      label: 'Form fields',
      kind: 'input-fields',
      references: 'none',
      placeholder: 'No fields yet. The page shows only a button.',
      options: [
        { value: 'string', label: 'Text' },
        { value: 'number', label: 'Number' },
        { value: 'boolean', label: 'Yes / no' },
      ],
      help: 'What the page asks for; later blocks read it as <wait.data.name>.',
      shownWhen: isAsked,
    },
    {
      name: 'expiresAfter',
      besideNext: true,
      label: 'Expires after',
      kind: 'text',
      references: 'value',
      placeholder: '7',
      help: `The run then continues at “Expired”. Empty: ${MAX_WAIT_DAYS} days, the maximum.`,
      shownWhen: isAsked,
    },
    {
      name: 'expiresUnit',
      label: 'Expiry unit',
      kind: 'select',
      references: 'none',
      options: unitOptions,
      shownWhen: isAsked,
    },
  ],
  outsideWork: { mayWait: () => true },
  ports: portsOf,
  // Only a wait that asks has a URL.
  branchTaken: ({ url, decision, answeredAt }) => {
    if (url === undefined || url === null) return null;
    return typeof answeredAt !== 'string' ? 'expired' : typeof decision === 'string' ? decision : null;
  },
  outputs: ({ kind }) =>
    kind === 'duration' || kind === 'until'
      ? [
          { name: 'until', type: 'string', description: 'When the wait ended or will end' },
          { name: 'error', type: 'object', description: 'Details of the error; null on success' },
        ]
      : [
          { name: 'url', type: 'string', description: 'URL of the approval page; works once' },
          { name: 'callbackUrl', type: 'string', description: 'URL for programs to POST or PUT to' },
          { name: 'until', type: 'string', description: 'When it expires' },
          { name: 'decision', type: 'string', description: 'approved, rejected or null' },
          { name: 'data', type: 'object', description: 'The submitted form or body; null until answered' },
          { name: 'by', type: 'object', description: 'Who answered: name and email; null until answered' },
          { name: 'answeredAt', type: 'string', description: 'Time of the answer; null until answered' },
          { name: 'error', type: 'object', description: 'Details of the error; null on success' },
        ],
  check: ({ kind, amount, until, fields }) => [
    ...(kind === 'duration' && amount.trim() === ''
      ? [{ field: 'amount', message: 'Enter how long to wait.' }]
      : []),
    ...(kind === 'until' && until.trim() === ''
      ? [{ field: 'until', message: 'Enter a date and time.' }]
      : []),
    ...(kind === 'until' && isTypedOut(until) && Number.isNaN(readTime(until).dueMs)
      ? [{ field: 'until', message: notATime(until) }]
      : []),
    ...repeatedNames(fields).map(({ name, at }) => ({
      field: `fields.${at}`,
      message: `Two form fields are named "${name}".`,
    })),
  ],
  summary: ({ kind, amount, unit, until, title }) => {
    if (kind === 'duration') return amount.trim() === '' ? '' : `${amount.trim().slice(0, 40)} ${unit}`;
    if (kind === 'until') return until.trim() === '' ? '' : `until ${until.trim().slice(0, 40)}`;
    return title.trim().slice(0, 60) || (kind === 'approval' ? 'approval' : 'callback');
  },
});

/** True for text without references and variables, which is known before a run. */
const isTypedOut = (text: string): boolean => text.trim() !== '' && !/[<{]/.test(text);

const SECOND_MS = 1_000;
export const UNIT_MS: Readonly<Record<WaitUnit, number>> = {
  seconds: SECOND_MS,
  minutes: 60 * SECOND_MS,
  hours: 3_600 * SECOND_MS,
  days: 86_400 * SECOND_MS,
};
