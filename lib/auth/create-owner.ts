import { AppError } from '../errors';
import { insertWorkspace } from '../workspaces/insert-workspace';
import { changeAccess } from './change-access';
import { insertUser } from './insert-user';
import { hashPassword } from './password';

// Any number will do that nothing else locks (the migration engine has 72707369).
const SETUP_LOCK = 7_270_001;

export interface CreateOwner {
  name: string;
  email: string;
  password: string;
  workspaceName: string;
}

/** The first account, its workspace and the example workflow. @throws AppError conflict once anybody has an account */
export async function createOwner({ name, email, password, workspaceName }: CreateOwner) {
  const passwordHash = await hashPassword(password);
  return changeAccess(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${SETUP_LOCK})`;
    if ((await tx.user.findFirst({ select: { id: true } })) !== null)
      throw new AppError(
        'conflict',
        'The owner’s account exists already. Sign in, or ask for an invitation.',
      );
    const userId = await insertUser(tx, { email, name, passwordHash });
    const { workspace, workflowId } = await insertWorkspace(tx, { name: workspaceName, ownerId: userId });
    return { userId, workspaceId: workspace.id, workflowId };
  });
}
