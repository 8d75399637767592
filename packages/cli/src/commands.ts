import type { CommandName } from './command-names';
import type { PlacedCommand } from './place';

/** Loads a command's code only when it is used, so that the others start at once. */
const COMMANDS: Readonly<Record<CommandName, () => Promise<PlacedCommand>>> = {
  login: async () => (await import('./login')).login,
  logout: async () => (await import('./account')).logout,
  whoami: async () => (await import('./account')).whoami,
  profiles: async () => (await import('./account')).profiles,
  run: async () => (await import('./run')).run,
  executions: async () => (await import('./executions')).executions,
  logs: async () => (await import('./logs')).logs,
  effects: async () => (await import('./effects')).effects,
  publish: async () => (await import('./publish')).publish,
  hold: async () => (await import('../../../lib/cli/hold-flags')).runHold,
  release: async () => (await import('../../../lib/cli/hold-flags')).runRelease,
  discard: async () => (await import('../../../lib/cli/hold-flags')).runDiscard,
  limit: async () => (await import('../../../lib/cli/limit-command')).runLimit,
  tries: async () => (await import('../../../lib/cli/tries-command')).runTries,
  redaction: async () => (await import('../../../lib/cli/redaction-command')).runRedaction,
  retention: async () => (await import('../../../lib/cli/retention-command')).runRetention,
  deleted: async () => (await import('../../../lib/cli/deleted-commands')).runDeleted,
  bulk: async () => (await import('../../../lib/cli/bulk-flags')).runBulk,
  budgets: async () => (await import('../../../lib/cli/budget-commands')).runBudgets,
  outages: async () => (await import('../../../lib/cli/outage-commands')).runOutages,
  pull: async () => (await import('../../../lib/cli/sync-flags')).runPull,
  push: async () => (await import('../../../lib/cli/sync-flags')).runPush,
  diff: async () => (await import('../../../lib/cli/sync-flags')).runDiff,
  test: async () => (await import('../../../lib/cli/test-command')).runTest,
  mock: async () => (await import('../../../lib/cli/mock-command')).runMock,
  accounts: async () => (await import('./accounts')).accounts,
  keys: async () => (await import('./keys')).keys,
  webhooks: async () => (await import('./webhooks')).webhooks,
  completion: async () => (await import('./completion')).completion,
};

export const loadCommand = (name: CommandName): Promise<PlacedCommand> => COMMANDS[name]();
