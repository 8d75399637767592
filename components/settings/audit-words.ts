import type { AuditEvent } from '@/lib/services/audit/schema';

const OPAQUE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const NOUNS: Readonly<Record<string, string>> = {
  agent: 'Agents',
  alert: 'Alerts',
  api_key: 'API keys',
  approval: 'Approvals',
  budget: 'Budgets',
  bulk: 'Bulk jobs',
  comment: 'Comments',
  connection: 'Connections',
  drift: 'Upstream changes',
  error_group: 'Errors',
  folder: 'Folders',
  invitation: 'Invitations',
  log_view: 'Saved views',
  logs: 'Logs',
  member: 'Members',
  'model-price': 'Model prices',
  plan: 'Plan',
  proposal: 'Proposals',
  request_library: 'Kept documents',
  schedule: 'Schedules',
  server: 'Servers',
  test: 'Tests',
  user: 'Accounts',
  variable: 'Variables',
  webhook: 'Webhooks',
  workflow: 'Workflows',
  workspace: 'Workspace',
};
export const nounWords = (noun: string): string => NOUNS[noun] ?? noun;

/** Words for actions whose names are unclear. */
const ACTIONS: Readonly<Record<string, string>> = {
  'agent.called': 'Tool called by an agent',
  'agent.refused': 'Call of an agent refused',
  'api_key.limited': 'Limits of an API key changed',
  'bulk.finished': 'Bulk job finished',
  'bulk.paused': 'Bulk job paused',
  'bulk.resumed': 'Bulk job resumed',
  'bulk.started': 'Bulk job started',
  'bulk.stopped': 'Bulk job stopped',
  'log_view.created': 'Saved view created',
  'log_view.deleted': 'Saved view deleted',
  'log_view.updated': 'Saved view changed',
  'logs.payloads_deleted': 'Inputs and outputs deleted',
  'logs.run_deleted': 'Run deleted',
  'member.service_account_created': 'Service account created',
  'member.service_account_renamed': 'Service account renamed',
  'model-price.deleted': 'Model price deleted',
  'model-price.set': 'Model price set',
  'request_library.deleted': 'Kept document deleted',
  'request_library.kept': 'Document kept',
  'request_library.renamed': 'Kept document renamed',
  'schedule.run_by_hand': 'Schedule run manually',
  'server.probed': 'Unavailable server tried',
  'server.waits_failed': 'Runs that waited for a server failed',
  'test.kept': 'Run kept as a test',
  'webhook.purged': 'Webhook deleted for good',
  'webhook.sent_pending': 'Pending deliveries sent now',
  'workflow.chat_address_made': 'Chat address created',
  'workflow.chat_address_changed': 'Chat address changed',
  'workflow.described': 'Workflow description changed',
  'workflow.held': 'Workflow put on hold',
  'workflow.held_runs_discarded': 'Held runs discarded',
  'workflow.later_tries_set': 'Later tries changed',
  'workflow.run_limits_set': 'Runs at once changed',
  'workflow.hook_made': 'Webhook URL created',
  'workflow.hook_replaced': 'Webhook URL replaced',
  'workflow.output_pinned': 'Output pinned',
  'workflow.output_unpinned': 'Output unpinned',
  'workflow.purged': 'Workflow deleted for good',
  'workflow.redaction_set': 'Redaction of the workflow changed',
  'workspace.failure_notice_set': 'Failure workflow of the workspace set',
  'workspace.held': 'Workspace put on hold',
  'workspace.held_runs_discarded': 'Held runs of the workspace discarded',
  'workspace.publishing_set': 'Publishing settings changed',
  'workspace.redaction_set': 'Redaction of the workspace changed',
  'workspace.retention_set': 'Retention of the workspace changed',
};

/** Converts `api_key.created` to `API key created`. */
export function actionWords(action: string): string {
  const own = ACTIONS[action];
  if (own !== undefined) return own;
  const words = action.replaceAll('_', ' ').replace('.', ' ').replace(/^api /, 'API ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Names the person or process, and the key that was used. */
export function whoWords({ actor, user, apiKey, detail }: AuditEvent): { name: string; by: string | null } {
  const { answeredBy } = detail;
  if (actor === 'system' && typeof answeredBy === 'string') return { name: answeredBy, by: null };
  if (actor === 'system') return { name: 'Millrace', by: 'automatically' };
  const name = user?.name ?? 'A deleted account';
  return { name, by: apiKey === null ? null : `with the key ${apiKey.name ?? 'that is deleted'}` };
}

/** Names what an event is about; an id says nothing to people. */
export const targetWords = (target: string, targetName: string | null): string =>
  targetName ?? (OPAQUE_ID.test(target) ? 'No longer there' : target);

/** Formats the details of an event. Details without an entry are shown as `Name: value`. */
const DETAILS: Readonly<Record<string, (value: unknown) => string>> = {
  blocks: (count) => (count === 1 ? '1 block' : `${count} blocks`),
  before: (version) => (version === null ? 'First live version' : `Before: version ${version}`),
  formerName: (name) => `Before: ${name}`,
  from: (plan) => `From ${plan}`,
  generated: (isGenerated) => (isGenerated ? 'Generated secret' : 'Own secret'),
  off: () => 'No workflow runs on failure',
  needsTests: (isOn) => (isOn ? 'Publishes only with passing tests' : 'Publishes without running tests'),
  overlapSeconds: (seconds) =>
    Number(seconds) === 0 ? 'The old secret ended immediately' : `The old secret ends in ${seconds} s`,
  passed: (isPassed) => (isPassed ? 'Passed the check' : 'Failed the check'),
  to: (plan) => `To ${plan}`,
  values: (values) => `Set: ${valueWords(values)}`,
  version: (number) => `Version ${number}`,
};

/**
 * Returns the remaining details, one per line, without ids, because people follow the event's target, and
 * without the name that is shown as its target.
 */
export const detailLines = (detail: AuditEvent['detail'], shownName?: string): string[] =>
  Object.entries(detail)
    .filter(([name, value]) => name !== 'answeredBy' && (name !== 'name' || value !== shownName))
    .filter(([name, value]) => name in DETAILS || (value !== null && value !== ''))
    .filter(([, value]) => typeof value !== 'string' || !OPAQUE_ID.test(value))
    .map(([name, value]) => DETAILS[name]?.(value) ?? `${nameWords(name)}: ${valueWords(value)}`);

/** Converts `includeFinalOutput` to `Include final output`. */
function nameWords(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/\burl\b/, 'URL');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueWords).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
