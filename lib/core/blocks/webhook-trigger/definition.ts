import { z } from 'zod';
import { readUrl } from '@/lib/platform/read-url';
import { defineBlock } from '../define-block';
import { otherCheckField, requestCheckField } from './check-fields';
import { webhookTriggerIcon } from './icon';
import { PlainCheck, RequestCheck, secretMemberOf, secretOfCheck } from './request-check';
import { whyNotTemplate } from './signing-scheme';
import { WEBHOOK_TRIGGER } from './trigger';

export const HOOK_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;

export const WebhookTriggerConfig = z.object({
  /** Names separated by commas, or `any`. */
  methods: z.string().max(100).default('POST'),
  answer: z.enum(['accepted', 'response']).default('accepted'),
  check: RequestCheck.default({ kind: 'none' }),
  /** Methods that `check` is for, in the form of `methods`; others have to pass `otherCheck`. */
  checkedMethods: z.string().max(100).default('any'),
  otherCheck: PlainCheck.default({ kind: 'none' }),
  /** `json`: text that looks like JSON is read as JSON, whatever its content type says. */
  readBodyAs: z.enum(['declared', 'json']).default('declared'),
  /** Origins whose pages may send from a browser, or `*`; empty: the Response block's header decides. */
  allowedOrigins: z.string().max(5_000).default(''),
  /** Addresses and CIDR ranges that may send, separated by commas or lines; empty: all. */
  addresses: z.string().max(5_000).default(''),
  /** `headers.name`, `query.name` or `body.path.to.value`; empty: every request starts a run. */
  duplicateKey: z.string().max(200).default(''),
  /** Paths of the request's values that tag the run, in the form of `duplicateKey`, separated by commas. */
  tags: z.string().max(1_000).default(''),
  /** JavaScript condition on `body`, `headers`, `query` and `method`; empty: every request starts a run. */
  condition: z.string().max(5_000).default(''),
});
export type WebhookTriggerConfig = z.infer<typeof WebhookTriggerConfig>;

/** Returns the methods that a config names; null if one of them doesn't exist. */
export function methodsOf(methods: string): readonly string[] | null {
  const names = methods
    .toUpperCase()
    .split(/[\s,]+/)
    .filter((name) => name !== '');
  if (names.includes('ANY')) return HOOK_METHODS;
  const known: readonly string[] = HOOK_METHODS;
  return names.length > 0 && names.every((name) => known.includes(name)) ? names : null;
}

/** Returns `headers`, `query` or `body`, and the names of members under it; null for anything else. */
export function keyPathOf(duplicateKey: string): readonly string[] | null {
  const path = duplicateKey.trim().split('.');
  const [head = ''] = path;
  if (path.length < 2 || path.includes('')) return null;
  if (head === 'headers') return path.length === 2 ? [head, path[1]!.toLowerCase()] : null;
  return head === 'query' || head === 'body' ? path : null;
}

/** Returns the paths that a config names as tags; null if one of them is invalid. */
export function tagPathsOf(tags: string): ReadonlyArray<readonly string[]> | null {
  const paths = entriesOf(tags).map(keyPathOf);
  return paths.includes(null) ? null : (paths as Array<readonly string[]>);
}

/** Returns the origins that a config names, `*` among them; null if it names something else. */
export function originsOf(allowedOrigins: string): readonly string[] | null {
  const origins: string[] = [];
  for (const entry of entriesOf(allowedOrigins)) {
    if (entry !== '*' && !/^https?:\/\/[^/]+$/i.test(entry)) return null;
    const origin = entry === '*' ? entry : readUrl(entry)?.origin;
    if (origin === undefined) return null;
    origins.push(origin);
  }
  return origins;
}

const entriesOf = (list: string): string[] => list.split(/[\s,]+/).filter((entry) => entry !== '');

const METHOD_OPTIONS = [
  ...HOOK_METHODS.map((method) => ({ value: method, label: method })),
  { value: 'any', label: 'Any' },
];

const ADDRESS = /^[0-9a-f.:]{2,45}(\/\d{1,3})?$/i;
const METHODS_ADVICE = `Name some of ${HOOK_METHODS.join(', ')}, or any.`;

interface Problem {
  field: string;
  message: string;
}

function problemsOf(config: WebhookTriggerConfig): Problem[] {
  const { methods, checkedMethods, duplicateKey, addresses, allowedOrigins } = config;
  const problems: Problem[] = [];
  if (methodsOf(methods) === null) problems.push({ field: 'methods', message: METHODS_ADVICE });
  if (methodsOf(checkedMethods) === null) problems.push({ field: 'checkedMethods', message: METHODS_ADVICE });
  if (duplicateKey.trim() !== '' && keyPathOf(duplicateKey) === null) {
    const message = 'Enter headers.name, query.name or body.name, for example headers.x-github-delivery.';
    problems.push({ field: 'duplicateKey', message });
  }
  if (tagPathsOf(config.tags) === null) {
    const message = 'Enter places such as body.order.id or headers.x-order, with commas between them.';
    problems.push({ field: 'tags', message });
  }
  const bad = entriesOf(addresses).find((entry) => !ADDRESS.test(entry));
  if (bad !== undefined)
    problems.push({
      field: 'addresses',
      message: `"${bad}" is neither an address nor a range (192.0.2.0/24).`,
    });
  if (originsOf(allowedOrigins) === null)
    problems.push({
      field: 'allowedOrigins',
      message: 'Enter origins such as https://shop.example, without a path, or * for all.',
    });
  return [...problems, ...checkProblemsOf(config)];
}

/** Returns the secrets as written, with their places. */
const secretsOf = ({ check, otherCheck }: WebhookTriggerConfig) =>
  Object.entries({ check, otherCheck }).map(([field, each]) => ({
    field: `${field}.${secretMemberOf(each)}`,
    text: secretOfCheck(each),
  }));

function checkProblemsOf({ check, otherCheck }: WebhookTriggerConfig): Problem[] {
  const problems: Problem[] = [];
  for (const [field, each] of Object.entries({ check, otherCheck })) {
    const isMissing = each.kind !== 'none' && secretOfCheck(each).trim() === '';
    const what =
      'publicKey' in each ? 'Enter the public key of the sender.' : 'Enter the secret to check with.';
    if (isMissing) problems.push({ field: `${field}.${secretMemberOf(each)}`, message: what });
  }
  const template = check.kind === 'hmac' ? whyNotTemplate(check.template) : null;
  if (template !== null) problems.push({ field: 'check.template', message: template });
  return problems;
}

export const webhookTriggerDefinition = defineBlock({
  type: 'webhook-trigger',
  title: 'Webhook',
  description: 'Starts a run when a request arrives at its URL.',
  synonyms: [
    'hook',
    'incoming',
    'event',
    'listener',
    'receive',
    'trigger',
    'catch',
    'http-trigger',
    'push',
    'subscription',
  ],
  icon: webhookTriggerIcon,
  config: WebhookTriggerConfig,
  fields: [
    {
      name: 'methods',
      label: 'Methods',
      kind: 'choices',
      references: 'none',
      options: METHOD_OPTIONS,
      help: 'Other methods get 405.',
    },
    {
      name: 'answer',
      label: 'Response',
      kind: 'select',
      references: 'none',
      options: [
        { value: 'accepted', label: 'Respond immediately (202 with the execution id)' },
        { value: 'response', label: 'Wait for the run and send its Response block' },
      ],
      help: 'An immediate response comes once the request is stored. If the sender waits and the run fails, it gets a 500; the log says why.',
    },
    requestCheckField,
    {
      name: 'checkedMethods',
      label: 'Verified methods',
      kind: 'choices',
      references: 'none',
      options: METHOD_OPTIONS,
      help: 'Methods that must pass this verification.',
      shownWhen: ({ check }) => (Object(check).kind ?? 'none') !== 'none',
    },
    otherCheckField,
    {
      name: 'readBodyAs',
      label: 'Read the body as',
      kind: 'select',
      references: 'none',
      options: [
        { value: 'declared', label: 'According to its content type' },
        { value: 'json', label: 'JSON if it looks like it' },
      ],
      help: 'Some senders send JSON as text/plain, or without a content type.',
      tab: 'Filters',
    },
    {
      name: 'allowedOrigins',
      label: 'Allowed web origins (CORS)',
      kind: 'multiline',
      references: 'none',
      placeholder: 'https://shop.example',
      help:
        'Origins whose pages may send requests from a browser, or * for all. Empty: those of the header ' +
        'Access-Control-Allow-Origin of a Response block, else none.',
      tab: 'Filters',
    },
    {
      name: 'addresses',
      label: 'Allowed addresses',
      kind: 'multiline',
      references: 'none',
      placeholder: '192.0.2.0/24, 2001:db8::/32',
      help: 'Addresses and CIDR ranges. Empty: requests from everywhere.',
      tab: 'Filters',
    },
    {
      name: 'duplicateKey',
      label: 'Ignore duplicates by',
      kind: 'text',
      references: 'none',
      placeholder: 'headers.x-github-delivery',
      suggestions: () => [
        'headers.x-github-delivery',
        'headers.webhook-id',
        'headers.idempotency-key',
        'body.id',
      ],
      help: 'A second request with the same value within 24 hours gets the execution of the first.',
      tab: 'Filters',
    },
    {
      name: 'tags',
      label: 'Tag runs with',
      kind: 'text',
      references: 'none',
      placeholder: 'body.order.id, headers.x-region',
      suggestions: () => ['body.id', 'body.order.id', 'body.type'],
      help: 'Values of the request by which the run is found in the logs, up to ten.',
      tab: 'Filters',
    },
    {
      name: 'condition',
      label: 'Run only if',
      kind: 'code',
      references: 'none',
      placeholder: "body.action === 'opened'",
      help:
        'JavaScript about body, headers, query and method. ' +
        'If it is false, the sender gets 204 and no run starts.',
      tab: 'Filters',
    },
  ],
  trigger: { startsOn: WEBHOOK_TRIGGER.startsOn },
  ports: () => [{ id: 'out', label: 'Next', kind: 'normal' }],
  outputs: () => [
    { name: 'body', type: 'any', description: 'JSON as a value, a form as an object, other text as text' },
    { name: 'headers', type: 'object', description: 'Headers of the request, with lowercase names' },
    { name: 'query', type: 'object', description: 'Query parameters; a repeated one is a list' },
    { name: 'method', type: 'string' },
    {
      name: 'rawBody',
      type: 'object',
      description: 'The unparsed body as base64 and text; null unless a block references rawBody',
    },
  ],
  check: problemsOf,
  startTexts: secretsOf,
  summary: ({ methods }) => methods,
});
