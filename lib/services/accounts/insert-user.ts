import type { EmailProof, Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { newId } from '../../platform/ids';
import type { Plan } from '../limits/plans';

export interface NewUser {
  /** Lowercase. */
  email: string;
  name: string;
  /** Null for people who sign in through a provider. */
  passwordHash: string | null;
  /** Default: free. */
  plan?: Plan;
  /** The source that vouches for the e-mail. */
  emailProof?: EmailProof;
}

/** @returns the new id @throws AppError conflict when the e-mail has an account */
export async function insertUser(tx: Prisma.TransactionClient, user: NewUser): Promise<string> {
  const id = newId();
  const { count } = await tx.user.createMany({ data: { id, ...user }, skipDuplicates: true });
  if (count === 0) throw new AppError('conflict', `${user.email} has an account already; sign in first.`);
  return id;
}
