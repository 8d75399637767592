import { z } from 'zod';
import type { Field, ShownWhen } from '../field';

const SECONDS_OF_A_DAY = 86_400;
const Tolerance = z.int().min(1).max(SECONDS_OF_A_DAY).default(300);
const Secret = z.string().max(1_000).default('');

/**
 * How a request proves that it comes from who may send it. `token` and `password` are the secret, best as
 * `{{NAME}}`: typed in they are credentials wherever they are shown.
 */
export const RequestCheck = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('header'), header: z.string().max(100).default('X-Token'), token: Secret }),
  z.object({ kind: z.literal('basic'), username: z.string().max(200).default(''), password: Secret }),
  z.object({ kind: z.literal('github'), token: Secret }),
  z.object({ kind: z.literal('stripe'), token: Secret, toleranceSeconds: Tolerance }),
  z.object({ kind: z.literal('slack'), token: Secret, toleranceSeconds: Tolerance }),
  z.object({ kind: z.literal('millrace'), token: Secret, toleranceSeconds: Tolerance }),
  z.object({
    kind: z.literal('hmac'),
    token: Secret,
    header: z.string().max(100).default('X-Signature'),
    algorithm: z.enum(['sha256', 'sha1']).default('sha256'),
    encoding: z.enum(['hex', 'base64']).default('hex'),
    /** Stands before the digest in the header, for example `sha256=`. */
    prefix: z.string().max(100).default(''),
  }),
]);
export type RequestCheck = z.infer<typeof RequestCheck>;

const isKind =
  (...kinds: string[]): ShownWhen =>
  ({ kind }) =>
    kinds.includes(String(kind));

const text = (name: string, label: string, shownWhen: ShownWhen, more: Partial<Field> = {}): Field => ({
  ...{ name, label, kind: 'text', references: 'none', shownWhen },
  ...more,
});

export const requestCheckField: Field = {
  name: 'check',
  label: 'Sender verification',
  kind: 'group',
  references: 'none',
  help: 'A request that fails it gets 401. Keep the secret in a variable: {{NAME}}.',
  memberDefaults: ({ kind }) =>
    RequestCheck.safeParse({ kind }).data ?? ({ kind: 'none' } as Record<string, unknown>),
  members: [
    {
      name: 'kind',
      label: 'Kind',
      kind: 'select',
      references: 'none',
      options: [
        { value: 'none', label: 'None' },
        { value: 'header', label: 'Secret in a header' },
        { value: 'basic', label: 'Basic authentication' },
        { value: 'hmac', label: 'HMAC signature' },
        { value: 'github', label: 'GitHub signature' },
        { value: 'stripe', label: 'Stripe signature' },
        { value: 'slack', label: 'Slack signature' },
        { value: 'millrace', label: 'Millrace signature' },
      ],
    },
    text('header', 'Header', isKind('header', 'hmac'), { placeholder: 'X-Signature' }),
    text('username', 'User name', isKind('basic')),
    text('password', 'Password', isKind('basic'), { placeholder: '{{HOOK_PASSWORD}}' }),
    text('token', 'Secret', isKind('header', 'hmac', 'github', 'stripe', 'slack', 'millrace'), {
      placeholder: '{{HOOK_SECRET}}',
    }),
    {
      ...{ name: 'algorithm', label: 'Algorithm', kind: 'select', references: 'none' },
      options: [
        { value: 'sha256', label: 'SHA-256' },
        { value: 'sha1', label: 'SHA-1' },
      ],
      shownWhen: isKind('hmac'),
    },
    {
      ...{ name: 'encoding', label: 'Encoding', kind: 'select', references: 'none' },
      options: [
        { value: 'hex', label: 'Hex' },
        { value: 'base64', label: 'Base64' },
      ],
      shownWhen: isKind('hmac'),
    },
    text('prefix', 'Prefix', isKind('hmac'), { placeholder: 'sha256=', help: 'Before the signature.' }),
    {
      ...{ name: 'toleranceSeconds', label: 'Tolerance', kind: 'number', references: 'none' },
      ...{ unit: 's', min: 1, max: SECONDS_OF_A_DAY },
      help: 'How far the signed time may be from now.',
      shownWhen: isKind('stripe', 'slack', 'millrace'),
    },
  ],
};
