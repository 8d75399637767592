import {
  BookOpen,
  Bug,
  ChartColumn,
  Inbox,
  KeyRound,
  type LucideIcon,
  ScrollText,
  Settings,
  Webhook,
  Workflow,
} from 'lucide-react';
import {
  errorsPath,
  GUIDES_PATH,
  inboxPath,
  logsPath,
  overviewPath,
  type SettingsSection,
  settingsPath,
  settingsSectionsOf,
  webhooksPath,
  workspacePath,
} from '../page/paths';
import type { Command } from '../ui/commands';

const GROUP = 'Go to';

/** What people of other tools type to find a page of the settings. */
const SETTINGS_KEYWORDS: Readonly<Record<SettingsSection, string[]>> = {
  general: ['rename', 'workspace id', 'delete', 'hold all'],
  members: ['users', 'team', 'people', 'invite', 'invitation', 'roles', 'permissions', 'access'],
  variables: ['environment', 'env', 'secrets', 'constants', 'globals'],
  connections: ['credentials', 'oauth', 'accounts', 'integrations', 'apps', 'authentication'],
  data: ['redaction', 'retention', 'privacy', 'personal data', 'delete logs', 'gdpr'],
  alerts: ['notifications', 'monitor', 'monitoring', 'email', 'e-mail', 'pager'],
  budgets: ['limit', 'spending', 'cap', 'cost limit', 'circuit breaker'],
  audit: ['trail', 'who changed', 'compliance', 'changes'],
  deleted: ['restore', 'undelete', 'trash', 'recycle bin', 'recover'],
  assistant: ['ai', 'copilot', 'llm', 'model'],
  'model-prices': ['cost', 'tokens', 'pricing'],
  plan: ['billing', 'quota', 'limits', 'upgrade', 'rate limit'],
  'api-keys': ['token', 'access token', 'bearer', 'personal access token', 'pat'],
  profile: ['account', 'password', 'name', 'sessions'],
  operations: ['health', 'status', 'queue', 'database', 'workers', 'admin', 'jobs'],
};

interface Page {
  id: string;
  title: string;
  icon: LucideIcon;
  shortcut?: string;
  keywords: string[];
  path: string;
}

const pagesOf = (workspaceId: string): Page[] => [
  {
    id: 'go-workflows',
    title: 'Workflows',
    icon: Workflow,
    shortcut: 'g w',
    keywords: ['home', 'scenarios', 'zaps', 'flows', 'automations', 'folders', 'projects'],
    path: workspacePath(workspaceId),
  },
  {
    id: 'go-waiting',
    title: 'Waiting for you',
    icon: Inbox,
    shortcut: 'g i',
    keywords: ['inbox', 'approvals', 'approve', 'tasks', 'mentions', 'to do', 'human'],
    path: inboxPath(workspaceId),
  },
  {
    id: 'go-overview',
    title: 'Overview',
    icon: ChartColumn,
    shortcut: 'g o',
    keywords: ['dashboard', 'metrics', 'analytics', 'statistics', 'charts', 'insights', 'latency'],
    path: overviewPath(workspaceId),
  },
  {
    id: 'go-logs',
    title: 'Logs',
    icon: ScrollText,
    shortcut: 'g l',
    keywords: ['runs', 'executions', 'history', 'traces', 'spans', 'console', 'observability'],
    path: logsPath(workspaceId),
  },
  {
    id: 'go-errors',
    title: 'Errors',
    icon: Bug,
    shortcut: 'g e',
    keywords: ['issues', 'exceptions', 'failures', 'failed', 'bugs', 'incidents'],
    path: errorsPath(workspaceId),
  },
  {
    id: 'go-webhooks',
    title: 'Webhooks',
    icon: Webhook,
    shortcut: 'g h',
    keywords: ['subscriptions', 'deliveries', 'events', 'outgoing', 'redeliver'],
    path: webhooksPath(workspaceId),
  },
  {
    id: 'go-settings',
    title: 'Settings',
    icon: Settings,
    shortcut: 'g s',
    keywords: ['preferences', 'configuration', 'options'],
    path: settingsPath(workspaceId),
  },
  {
    id: 'go-guides',
    title: 'Guides',
    icon: BookOpen,
    keywords: ['help', 'docs', 'documentation', 'manual', 'tutorial', 'learn', 'support'],
    path: GUIDES_PATH,
  },
  {
    id: 'go-docs',
    title: 'API reference',
    icon: BookOpen,
    shortcut: 'g d',
    keywords: ['openapi', 'swagger', 'rest', 'endpoints', 'developers'],
    path: '/docs',
  },
];

/** Commands that open the pages of a workspace. */
export function pageCommands(
  workspaceId: string,
  me: { ownsInstallation: boolean },
  go: (path: string) => () => void,
): Command[] {
  return [
    ...pagesOf(workspaceId).map(({ path, ...page }) => ({ ...page, group: GROUP, run: go(path) })),
    ...settingsSectionsOf(me).map(({ id, title }) => ({
      id: `settings-${id}`,
      title: `Settings: ${title}`,
      group: GROUP,
      icon: id === 'api-keys' ? KeyRound : Settings,
      keywords: SETTINGS_KEYWORDS[id],
      run: go(settingsPath(workspaceId, id)),
    })),
  ];
}
