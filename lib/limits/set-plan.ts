import { recordAudit } from '../audit/record-audit';
import { prisma } from '../db';
import { AppError } from '../errors';
import type { Plan } from './plans';

/** For the operator at the command line; there is no way to it over HTTP. @throws AppError not_found */
export async function setPlan({ email, plan }: { email: string; plan: Plan }): Promise<void> {
  await prisma().$transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { email } });
    if (user === null) throw new AppError('not_found', `There is no account with the e-mail ${email}.`);
    await tx.user.update({ where: { id: user.id }, data: { plan } });
    const detail = { from: user.plan, to: plan, by: 'command line' };
    await recordAudit(
      tx,
      { userId: user.id },
      { workspaceId: null, action: 'plan.set', target: user.id, detail },
    );
  });
}
