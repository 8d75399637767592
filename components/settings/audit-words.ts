import type { AuditEvent } from '@/lib/services/audit/schema';

const NOUNS: Readonly<Record<string, string>> = {
  alert: 'Alerts',
  drift: 'Upstream changes',
  api_key: 'API keys',
  comment: 'Comments',
  connection: 'Connections',
  invitation: 'Invitations',
  logs: 'Logs',
  member: 'Members',
  plan: 'Plan',
  schedule: 'Schedules',
  user: 'Accounts',
  variable: 'Variables',
  webhook: 'Webhooks',
  workflow: 'Workflows',
  workspace: 'Workspace',
};
export const nounWords = (noun: string): string => NOUNS[noun] ?? noun;

/** `api_key.created` as `API key created`. */
export function actionWords(action: string): string {
  const words = action.replaceAll('_', ' ').replace('.', ' ').replace(/^api /, 'API ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Who did it, and by which key. */
export function whoWords({ actor, user, apiKey }: AuditEvent): { name: string; by: string | null } {
  if (actor === 'system') return { name: 'Millrace', by: 'automatically' };
  const name = user?.name ?? 'A deleted account';
  return { name, by: apiKey === null ? null : `with the key ${apiKey.name ?? 'that is deleted'}` };
}

/** What an event's details say. Those that are not listed are shown as `Name: value`. */
const DETAILS: Readonly<Record<string, (value: unknown) => string>> = {
  before: (version) => (version === null ? 'First live version' : `Before: version ${version}`),
  from: (plan) => `From ${plan}`,
  generated: (isGenerated) => (isGenerated ? 'Generated secret' : 'Own secret'),
  overlapSeconds: (seconds) =>
    Number(seconds) === 0 ? 'The old secret ended immediately' : `The old secret ends in ${seconds} s`,
  passed: (isPassed) => (isPassed ? 'Passed the check' : 'Failed the check'),
  to: (plan) => `To ${plan}`,
  values: (values) => `Set: ${valueWords(values)}`,
  version: (number) => `Version ${number}`,
};
const OPAQUE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The rest of what is known, a line each, without ids: people follow the event's target instead. */
export const detailLines = (detail: AuditEvent['detail']): string[] =>
  Object.entries(detail)
    .filter(([name, value]) => name in DETAILS || (value !== null && value !== ''))
    .filter(([, value]) => typeof value !== 'string' || !OPAQUE_ID.test(value))
    .map(([name, value]) => DETAILS[name]?.(value) ?? `${nameWords(name)}: ${valueWords(value)}`);

/** `includeFinalOutput` as `Include final output`. */
function nameWords(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/\burl\b/, 'URL');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueWords).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
