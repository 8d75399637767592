import { addressBucket } from '../../platform/addresses/client-address';
import { env } from '../../platform/env';
import { AppError } from '../../platform/errors';
import type { RequestContext } from '../../platform/http/operation';
import { prisma } from '../../platform/postgres/db';
import { countAttempt } from '../access/attempts';
import { changeAccess } from '../access/change-access';
import { isForThisInstallation } from '../access/own-origin';
import { hashNewPassword } from '../accounts/hash-new-password';
import { insertUser } from '../accounts/insert-user';
import { planInBrowser } from '../accounts/plan-of-new-account';
import { recordAudit } from '../audit/record-audit';
import { insertWorkspace } from '../workspaces/insert-workspace';
import { isSetupCode, needsSetupCode } from './setup-code';

// An arbitrary number that nothing else locks (the migration engine has 72707369).
const SETUP_LOCK = 7_270_001;
/** The limit by address: enough for typing errors, too few to guess a code. */
const ATTEMPTS = { burst: 10, perMinute: 4 };

export interface CreateOwner {
  name: string;
  email: string;
  password: string;
  workspaceName: string;
  /** Printed when the server starts; required unless only this machine can reach it. */
  setupCode?: string;
}

/**
 * Creates the first account, its workspace and the example workflow. Expensive steps come last, so that
 * only people who could create the account can make the server hash passwords.
 *
 * @throws AppError conflict once anybody has an account; rate_limited, forbidden, invalid_request
 */
export async function createOwner(
  input: CreateOwner,
  from: Pick<RequestContext, 'header' | 'remoteAddress'>,
) {
  const { name, email, password, workspaceName } = input;
  const address = addressBucket(from.remoteAddress);
  await countAttempt([{ kind: 'set-up', name: address, allowance: ATTEMPTS }]);
  if (!isForThisInstallation(from.header)) throw wrongSite();
  if ((await prisma().user.findFirst({ select: { id: true } })) !== null) throw ownerExists();
  if (needsSetupCode() && !(await isSetupCode(input.setupCode ?? ''))) throw wrongCode();
  const passwordHash = await hashNewPassword(password, email);
  return changeAccess(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${SETUP_LOCK})`;
    if ((await tx.user.findFirst({ select: { id: true } })) !== null) throw ownerExists();
    const userId = await insertUser(tx, {
      email,
      name,
      passwordHash,
      plan: planInBrowser(),
      emailProof: 'operator',
    });
    const { workspace, workflowId } = await insertWorkspace(tx, { name: workspaceName, ownerId: userId });
    const { id: workspaceId } = workspace;
    const audit = { action: 'workspace.created', target: workspaceId, detail: { name: workspaceName } };
    await recordAudit(tx, { userId }, { workspaceId, ...audit });
    return { userId, workspaceId, workflowId };
  });
}

function ownerExists(): AppError {
  return new AppError('conflict', 'The owner’s account exists already. Sign in, or ask for an invitation.');
}

function wrongSite(): AppError {
  return new AppError(
    'forbidden',
    `Set-up works at ${env().NEXTAUTH_URL} only. Open that address, ` +
      'or set NEXTAUTH_URL to the one you use and start again.',
  );
}

function wrongCode(): AppError {
  const message = 'Enter the set-up code that the server printed on its terminal when it started.';
  return new AppError('invalid_request', message, {
    issues: [{ param: 'setupCode', code: 'param_invalid', message }],
  });
}
