import type { Field, ShownWhen } from '../field';
import { RequestCheck, SECONDS_OF_A_DAY, schemeOf } from './request-check';
import { KEYED_SENDERS, SENDER_OPTIONS, SENDERS } from './senders';

const isKind =
  (...kinds: string[]): ShownWhen =>
  ({ kind }) =>
    kinds.includes(String(kind));

/** True if the requests of a check carry a signed time. */
const hasTime: ShownWhen = (group) => {
  const check = RequestCheck.safeParse(group).data;
  if (check?.kind === 'mailgun') return true;
  return check !== undefined && (schemeOf(check)?.time ?? null) !== null;
};

const text = (name: string, label: string, shownWhen: ShownWhen, more: Partial<Field> = {}): Field => ({
  name,
  label,
  kind: 'text',
  references: 'none',
  shownWhen,
  ...more,
});

const select = (name: string, label: string, options: Array<[string, string]>): Field => ({
  name,
  label,
  kind: 'select',
  references: 'none',
  shownWhen: isKind('hmac'),
  options: options.map(([value, words]) => ({ value, label: words })),
});

const PROVEN_BY_SECRET = [
  { value: 'none', label: 'None' },
  { value: 'header', label: 'Secret in a header' },
  { value: 'query', label: 'Secret in the query' },
  { value: 'basic', label: 'Basic authentication' },
];

const KIND: Field = { name: 'kind', label: 'Kind', kind: 'select', references: 'none' };
const HEADER = text('header', 'Header', isKind('header', 'hmac'), { placeholder: 'X-Signature' });
const USERNAME = text('username', 'User name', isKind('basic'));
const PASSWORD = text('password', 'Password', isKind('basic'), {
  kind: 'secret',
  placeholder: 'Best as {{HOOK_PASSWORD}}',
});
const PARAMETER = text('parameter', 'Query parameter', isKind('query'), { placeholder: 'hub.verify_token' });
const TOKEN = text('token', 'Secret', isKind('header', 'query', 'hmac', ...Object.keys(SENDERS)), {
  kind: 'secret',
  placeholder: 'Best as {{HOOK_SECRET}}',
});

const memberDefaults: Field['memberDefaults'] = ({ kind }) =>
  RequestCheck.safeParse({ kind }).data ?? ({ kind: 'none' } as Record<string, unknown>);

export const requestCheckField: Field = {
  name: 'check',
  label: 'Sender verification',
  kind: 'group',
  references: 'none',
  help: 'A request that fails it gets 401. Keep the secret in a variable: {{NAME}}.',
  memberDefaults,
  members: [
    {
      ...KIND,
      options: [...PROVEN_BY_SECRET, { value: 'hmac', label: 'HMAC signature' }, ...SENDER_OPTIONS],
    },
    HEADER,
    USERNAME,
    PASSWORD,
    PARAMETER,
    TOKEN,
    text('publicKey', 'Public key', isKind(...Object.keys(KEYED_SENDERS)), {
      help: 'As the sender shows it: Discord in hex, SendGrid in base64.',
    }),
    select('algorithm', 'Algorithm', [
      ['sha256', 'SHA-256'],
      ['sha1', 'SHA-1'],
      ['sha512', 'SHA-512'],
      ['sha384', 'SHA-384'],
    ]),
    select('encoding', 'Encoding', [
      ['hex', 'Hex'],
      ['base64', 'Base64'],
    ]),
    text('prefix', 'Prefix', isKind('hmac'), { placeholder: 'sha256=', help: 'Before the signature.' }),
    text('template', 'Signed text', isKind('hmac'), {
      placeholder: '{body}',
      suggestions: () => ['{body}', '{timestamp}.{body}', 'v0:{timestamp}:{body}', '{url}{body}'],
      help: 'With {body}, {timestamp}, {method}, {url}, {path} and {header:Name} in it.',
    }),
    text(
      'timestampHeader',
      'Timestamp header',
      ({ kind, template }) => kind === 'hmac' && String(template).includes('{timestamp}'),
      { placeholder: 'X-Timestamp', help: 'Empty: t=… in the header of the signature.' },
    ),
    select('secretEncoding', 'Secret is', [
      ['text', 'Text'],
      ['base64', 'Base64'],
      ['hex', 'Hex'],
    ]),
    {
      name: 'toleranceSeconds',
      label: 'Tolerance',
      kind: 'number',
      references: 'none',
      unit: 's',
      min: 1,
      max: SECONDS_OF_A_DAY,
      help: 'How far the signed time may be from now.',
      shownWhen: hasTime,
    },
  ],
};

/** The check of methods not covered above. Their requests have no body to sign, or are not signed. */
export const otherCheckField: Field = {
  name: 'otherCheck',
  label: 'Verification of other methods',
  kind: 'group',
  references: 'none',
  help: 'Of requests with other methods, for example an unsigned GET that asks whether the URL is yours.',
  memberDefaults,
  shownWhen: ({ checkedMethods }) =>
    String(checkedMethods ?? 'any')
      .trim()
      .toLowerCase() !== 'any',
  members: [{ ...KIND, options: PROVEN_BY_SECRET }, HEADER, USERNAME, PASSWORD, PARAMETER, TOKEN],
};
