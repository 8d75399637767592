import type { Prisma } from '../generated/prisma/client';
import { prisma } from '../platform/postgres/db';
import { SCOPES } from '../services/access/actor';
import { changeAccess } from '../services/access/change-access';
import { hashNewPassword } from '../services/accounts/hash-new-password';
import { insertUser, type NewUser } from '../services/accounts/insert-user';
import { planOfCommand } from '../services/accounts/plan-of-new-account';
import { auditOfNewKey, insertApiKey } from '../services/api-keys/create-api-key';
import { recordAudit } from '../services/audit/record-audit';
import type { Plan } from '../services/limits/plans';
import { insertWorkspace } from '../services/workspaces/insert-workspace';

// One bootstrap at a time: two that start together must not make two workspaces of one name.
const BOOTSTRAP_LOCK = 7_270_002;

export interface Bootstrap {
  /** Lowercase. */
  email: string;
  password: string;
  /** Name of a workspace the person owns, or will own. */
  workspace: string;
  newKey: boolean;
  /** The plan of a new account; an account that exists keeps its own. Default: DEFAULT_PLAN, else free. */
  plan?: Plan;
}

export interface Bootstrapped {
  userId: string;
  workspaceId: string;
  /** Null unless the workspace is new or a new key was asked for. */
  apiKey: string | null;
  /** False: the e-mail had an account, whose password was left as it was. */
  userIsNew: boolean;
}

/** Does what the first visit does in the browser, for scripts; run again, it finds its earlier result. */
export async function bootstrap(input: Bootstrap): Promise<Bootstrapped> {
  const isKnown = (await prisma().user.count({ where: { email: input.email } })) > 0;
  const passwordHash = isKnown ? null : await hashNewPassword(input.password, input.email);
  return changeAccess(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${BOOTSTRAP_LOCK})`;
    const found = await tx.user.findUnique({ where: { email: input.email }, select: { id: true } });
    const userId = found?.id ?? (await insertUser(tx, newUser(input, passwordHash)));
    const { workspaceId, isNew } = await ensureWorkspace(tx, userId, input.workspace);
    const apiKey = isNew || input.newKey ? await makeKey(tx, userId, workspaceId) : null;
    return { userId, workspaceId, apiKey, userIsNew: found === null };
  });
}

async function ensureWorkspace(tx: Prisma.TransactionClient, ownerId: string, name: string) {
  const found = await tx.workspace.findFirst({ where: { ownerId, name }, orderBy: { id: 'asc' } });
  if (found !== null) return { workspaceId: found.id, isNew: false };
  const { workspace } = await insertWorkspace(tx, { name, ownerId });
  const { id } = workspace;
  const audit = { workspaceId: id, action: 'workspace.created', target: id, detail: { name } };
  await recordAudit(tx, { userId: ownerId }, audit);
  return { workspaceId: id, isNew: true };
}

async function makeKey(tx: Prisma.TransactionClient, userId: string, workspaceId: string): Promise<string> {
  const { data, secret } = await insertApiKey(tx, userId, {
    name: 'Command line',
    scopes: SCOPES,
    workspaceIds: [workspaceId],
    expiresAt: null,
  });
  for (const entry of auditOfNewKey(data))
    await recordAudit(tx, { userId }, { ...entry, action: 'api_key.created' });
  return secret;
}

/** The part before the @ stands for a name until the person gives one. */
function newUser({ email, plan = planOfCommand() }: Bootstrap, passwordHash: string | null): NewUser {
  return { email, name: email.slice(0, email.indexOf('@')), passwordHash, plan, emailProof: 'operator' };
}
