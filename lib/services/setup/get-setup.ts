import { prisma } from '../../platform/postgres/db';
import { configuredProviders } from '../accounts/sign-in-providers';
import type { SetupState } from './schema';
import { needsSetupCode } from './setup-code';

export async function getSetup(): Promise<SetupState> {
  const first = await prisma().user.findFirst({ select: { id: true } });
  const needsOwner = first === null;
  return { needsOwner, needsSetupCode: needsOwner && needsSetupCode(), providers: configuredProviders() };
}
