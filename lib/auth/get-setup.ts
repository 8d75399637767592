import { prisma } from '../db';
import type { SetupState } from './schema';
import { configuredProviders } from './sign-in-providers';

export async function getSetup(): Promise<SetupState> {
  const first = await prisma().user.findFirst({ select: { id: true } });
  return { needsOwner: first === null, providers: configuredProviders() };
}
