import { z } from 'zod';
import { defineBlock } from '../define-block';
import { webhookTriggerIcon } from './icon';
import { RequestCheck, requestCheckField } from './request-check';

export const HOOK_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;

export const WebhookTriggerConfig = z.object({
  /** Names with commas between them, or `any`. */
  methods: z.string().max(100).default('POST'),
  answer: z.enum(['accepted', 'response']).default('accepted'),
  check: RequestCheck.default({ kind: 'none' }),
  /** Addresses and CIDR ranges that may send, with commas or lines between them; empty: all. */
  addresses: z.string().max(5_000).default(''),
  /** `headers.name`, `query.name` or `body.path.to.value`; empty: every request starts a run. */
  duplicateKey: z.string().max(200).default(''),
  /** JavaScript about `body`, `headers`, `query` and `method`; empty: every request starts a run. */
  condition: z.string().max(5_000).default(''),
});
export type WebhookTriggerConfig = z.infer<typeof WebhookTriggerConfig>;

/** The methods a config names; null when it names one that there isn't. */
export function methodsOf(methods: string): readonly string[] | null {
  const names = methods
    .toUpperCase()
    .split(/[\s,]+/)
    .filter((name) => name !== '');
  if (names.includes('ANY')) return HOOK_METHODS;
  const known: readonly string[] = HOOK_METHODS;
  return names.length > 0 && names.every((name) => known.includes(name)) ? names : null;
}

/** `headers`, `query` or `body`, and the names of members under it; null for anything else. */
export function keyPathOf(duplicateKey: string): readonly string[] | null {
  const path = duplicateKey.trim().split('.');
  const [head = ''] = path;
  if (path.length < 2 || path.includes('')) return null;
  if (head === 'headers') return path.length === 2 ? [head, path[1]!.toLowerCase()] : null;
  return head === 'query' || head === 'body' ? path : null;
}

const ADDRESS = /^[0-9a-f.:]{2,45}(\/\d{1,3})?$/i;

function problemsOf({ methods, duplicateKey, check, addresses }: WebhookTriggerConfig) {
  const problems: Array<{ field: string; message: string }> = [];
  if (methodsOf(methods) === null)
    problems.push({ field: 'methods', message: `Name some of ${HOOK_METHODS.join(', ')}, or any.` });
  if (duplicateKey.trim() !== '' && keyPathOf(duplicateKey) === null) {
    const message = 'Enter headers.name, query.name or body.name, for example headers.x-github-delivery.';
    problems.push({ field: 'duplicateKey', message });
  }
  const bad = addresses.split(/[\s,]+/).find((entry) => entry !== '' && !ADDRESS.test(entry));
  if (bad !== undefined)
    problems.push({
      field: 'addresses',
      message: `"${bad}" is neither an address nor a range (192.0.2.0/24).`,
    });
  const secret = check.kind === 'basic' ? check.password : check.kind === 'none' ? 'none' : check.token;
  if (secret.trim() === '') problems.push({ field: 'check', message: 'Enter the secret to check with.' });
  return problems;
}

export const webhookTriggerDefinition = defineBlock({
  type: 'webhook-trigger',
  title: 'Webhook',
  description: 'Starts a run when a request arrives at its URL.',
  icon: webhookTriggerIcon,
  config: WebhookTriggerConfig,
  fields: [
    {
      name: 'methods',
      label: 'Methods',
      kind: 'text',
      references: 'none',
      placeholder: 'POST',
      suggestions: () => ['POST', 'GET, POST', 'PUT, PATCH, POST', 'any'],
      help: 'With commas between them. Other methods get 405.',
    },
    {
      name: 'answer',
      label: 'Response',
      kind: 'select',
      references: 'none',
      options: [
        { value: 'accepted', label: '202 at once, with the execution’s id' },
        { value: 'response', label: 'What the Response block sends' },
      ],
      help: 'At once: the request is on disk before it is acknowledged.',
    },
    requestCheckField,
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
      suggestions: () => ['headers.x-github-delivery', 'headers.idempotency-key', 'body.id'],
      help: 'A second request with the same value within 24 hours gets the execution of the first.',
      tab: 'Filters',
    },
    {
      name: 'condition',
      label: 'Run only if',
      kind: 'code',
      references: 'none',
      placeholder: "body.action === 'opened'",
      help: 'JavaScript about body, headers, query and method. Otherwise the answer is 204, without a run.',
      tab: 'Filters',
    },
  ],
  hasInput: false,
  startsOn: 'webhook',
  ports: () => [{ id: 'out', label: 'Next', kind: 'normal' }],
  outputs: () => [
    { name: 'body', type: 'any', description: 'JSON as a value, a form as an object, other text as text' },
    { name: 'headers', type: 'object', description: 'Lowercase names' },
    { name: 'query', type: 'object', description: 'A repeated name has a list' },
    { name: 'method', type: 'string' },
  ],
  check: problemsOf,
  summary: ({ methods }) => methods,
});
