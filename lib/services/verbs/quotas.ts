import { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';

/**
 * The maximum number of each kind: more than anybody needs, so that a broken script or a stranger's account
 * can't fill the database. `of`: the owner they are counted for.
 */
export const QUOTAS = {
  ownedWorkspaces: { most: 50, of: 'You', what: 'workspaces' },
  apiKeys: { most: 500, of: 'An account', what: 'API keys' },
  workflows: { most: 5_000, of: 'A workspace', what: 'workflows' },
  folders: { most: 2_000, of: 'A workspace', what: 'folders' },
  variables: { most: 1_000, of: 'A workspace', what: 'variables' },
  connections: { most: 500, of: 'A workspace', what: 'connections' },
  webhooks: { most: 1_000, of: 'A workspace', what: 'webhook subscriptions' },
  blockPins: { most: 100, of: 'A workflow', what: 'pinned outputs' },
  runTests: { most: 100, of: 'A workflow', what: 'tests' },
  proposals: { most: 50, of: 'A workflow', what: 'open proposals' },
  comments: { most: 1_000, of: 'A workflow', what: 'comments' },
  logViews: { most: 500, of: 'A workspace', what: 'saved views' },
  requestLibraries: { most: 50, of: 'A workspace', what: 'kept documents' },
  members: { most: 1_000, of: 'A workspace', what: 'members' },
  serviceAccounts: { most: 100, of: 'A workspace', what: 'service accounts' },
  invitations: { most: 500, of: 'A workspace', what: 'pending invitations' },
  alertRules: { most: 50, of: 'A workspace', what: 'alert rules' },
  budgets: { most: 50, of: 'A workspace', what: 'budgets' },
  tools: { most: 100, of: 'A workspace', what: 'tools' },
  modelPrices: { most: 500, of: 'A workspace', what: 'model prices' },
  bulkJobs: { most: 20, of: 'A workspace', what: 'bulk jobs under way' },
} as const;
export type Quota = keyof typeof QUOTAS;

/** The rows that count, of the person, workspace or workflow `id`. */
const ROWS: Record<Quota, (id: string) => Prisma.Sql> = {
  ownedWorkspaces: (id) => Prisma.sql`workspace WHERE owner_id = ${id}::uuid`,
  apiKeys: (id) =>
    Prisma.sql`api_key WHERE user_id = ${id}::uuid AND revoked_at IS NULL
      AND (expires_at IS NULL OR expires_at > now())`,
  workflows: (id) => Prisma.sql`workflow WHERE workspace_id = ${id}::uuid AND deleted_at IS NULL`,
  folders: (id) => Prisma.sql`folder WHERE workspace_id = ${id}::uuid`,
  variables: (id) => Prisma.sql`variable WHERE workspace_id = ${id}::uuid`,
  connections: (id) => Prisma.sql`connection WHERE workspace_id = ${id}::uuid`,
  webhooks: (id) => Prisma.sql`webhook_subscription WHERE workspace_id = ${id}::uuid AND deleted_at IS NULL`,
  blockPins: (id) => Prisma.sql`block_pin WHERE workflow_id = ${id}::uuid`,
  runTests: (id) => Prisma.sql`run_test WHERE workflow_id = ${id}::uuid`,
  proposals: (id) => Prisma.sql`workflow_proposal WHERE workflow_id = ${id}::uuid AND state = 'open'`,
  comments: (id) => Prisma.sql`comment WHERE workflow_id = ${id}::uuid`,
  logViews: (id) => Prisma.sql`log_view WHERE workspace_id = ${id}::uuid`,
  requestLibraries: (id) => Prisma.sql`request_library WHERE workspace_id = ${id}::uuid`,
  members: (id) => Prisma.sql`membership WHERE workspace_id = ${id}::uuid`,
  serviceAccounts: (id) =>
    Prisma.sql`membership m JOIN "user" u ON u.id = m.user_id AND u.is_service
      WHERE m.workspace_id = ${id}::uuid`,
  invitations: (id) =>
    Prisma.sql`invitation WHERE workspace_id = ${id}::uuid AND accepted_at IS NULL AND expires_at > now()`,
  alertRules: (id) => Prisma.sql`alert_rule WHERE workspace_id = ${id}::uuid`,
  budgets: (id) => Prisma.sql`runtime.budget WHERE workspace_id = ${id}::uuid`,
  tools: (id) => Prisma.sql`workflow_tool WHERE workspace_id = ${id}::uuid`,
  modelPrices: (id) => Prisma.sql`model_price WHERE workspace_id = ${id}::uuid`,
  bulkJobs: (id) => Prisma.sql`runtime.bulk_job WHERE workspace_id = ${id}::uuid AND finished_at IS NULL`,
};

/**
 * Checks that one more may be added. Call it in the transaction that adds it, before the insert: it blocks
 * others who add to the same quota until the commit.
 * @param id the person, workspace or workflow that owns them @throws AppError quota_exceeded
 */
export async function requireRoomFor(tx: Prisma.TransactionClient, quota: Quota, id: string): Promise<void> {
  const { most, of, what } = QUOTAS[quota];
  await lockQuota(tx, quota, id);
  const [{ count } = { count: 0 }] = await tx.$queryRaw<Array<{ count: number }>>`
    SELECT count(*)::int AS count FROM (SELECT FROM ${ROWS[quota](id)} LIMIT ${most}) counted`;
  if (count < most) return;
  const limit = most.toLocaleString('en-US');
  throw new AppError(
    'quota_exceeded',
    `${of} can have at most ${limit} ${what}. Delete some that are no longer needed.`,
  );
}

/** Blocks others who add to the quota until the transaction ends. */
export async function lockQuota(tx: Prisma.TransactionClient, quota: Quota, id: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`quota ${quota} ${id}`}, 0))`;
}
