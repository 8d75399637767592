import type { Prisma } from '../../../generated/prisma/client';
import type { LiveVersion } from '../trigger-service';
import { allTriggerServices } from './trigger-services';

type Transaction = Prisma.TransactionClient;

/**
 * Makes the triggers of a version the ones that start runs, in the transaction that makes it live. After its
 * commit call `announceTriggers`.
 */
export async function placeTriggers(tx: Transaction, version: LiveVersion): Promise<void> {
  for (const { live } of allTriggerServices) await live?.place(tx, version);
}

/**
 * Ends the starts of a workflow's triggers, in the transaction that leaves it without a live version;
 * addresses stay. After its commit call `announceTriggers`.
 */
export async function withdrawTriggers(tx: Transaction, workflowId: string): Promise<void> {
  for (const { live } of allTriggerServices) await live?.withdraw(tx, workflowId);
}

export async function announceTriggers(): Promise<void> {
  for (const { live } of allTriggerServices) await live?.announce();
}
