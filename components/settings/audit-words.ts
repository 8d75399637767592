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

/** The rest of what is known, a line each. */
export const detailLines = (detail: AuditEvent['detail']): string[] =>
  Object.entries(detail)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${valueWords(value)}`);

function valueWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueWords).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
