import {
  blockPath,
  bulkJobPath,
  errorGroupPath,
  logsPath,
  proposalPath,
  type SettingsSection,
  settingsPath,
  webhooksPath,
  workflowPath,
  workspacePath,
} from '@/components/page/paths';
import type { AuditEvent } from '@/lib/services/audit/schema';

/** Settings pages by the noun of the events about them. */
const SETTINGS: Readonly<Record<string, SettingsSection>> = {
  alert: 'alerts',
  budget: 'budgets',
  connection: 'connections',
  invitation: 'members',
  member: 'members',
  'model-price': 'model-prices',
  plan: 'plan',
  variable: 'variables',
  workspace: 'general',
};
/** The same for events whose noun has another page. */
const SECTIONS: Readonly<Record<string, SettingsSection>> = {
  'workspace.redaction_set': 'data',
  'workspace.retention_set': 'data',
};
const GONE = /[.](deleted|purged|removed|revoked)$/;

/** Returns the page for an event's target; null if there is none or the target was deleted. */
export function auditPath(
  workspaceId: string,
  { action, target, targetName, detail }: AuditEvent,
): string | null {
  if (GONE.test(action)) return null;
  const [noun = ''] = action.split('.');
  const section =
    SECTIONS[action] ?? (action.startsWith('workspace.assistant') ? 'assistant' : SETTINGS[noun]);
  if (section !== undefined) return settingsPath(workspaceId, section);
  if (noun === 'webhook') return webhooksPath(workspaceId);
  if (noun === 'log_view') return logsPath(workspaceId);
  if (noun === 'error_group') return errorGroupPath(workspaceId, target);
  if (noun === 'bulk') return bulkJobPath(workspaceId, target);
  if (noun === 'folder') return workspacePath(workspaceId);
  if (noun === 'test') return pathOfTest(workspaceId, detail);
  const isOfWorkflow =
    noun === 'workflow' ||
    noun === 'agent' ||
    noun === 'proposal' ||
    noun === 'schedule' ||
    noun === 'comment' ||
    noun === 'drift' ||
    noun === 'approval';
  if (!isOfWorkflow || targetName === null) return null;
  if (typeof detail.proposal === 'string') return proposalPath(workspaceId, target, detail.proposal);
  const block = detail.blockId ?? detail.block;
  return typeof block === 'string'
    ? blockPath(workspaceId, target, block)
    : workflowPath(workspaceId, target);
}

/** A test is shown in the editor of its workflow. */
const pathOfTest = (workspaceId: string, { workflowId }: AuditEvent['detail']): string | null =>
  typeof workflowId === 'string' ? workflowPath(workspaceId, workflowId) : null;
