import type { WorkflowDocument } from '../../core/workflow/schema';
import type { Prisma } from '../../generated/prisma/client';
import type { TriggerSettings } from './trigger-settings';

type Transaction = Prisma.TransactionClient;

/** A version that callers and triggers run from now on. */
export interface LiveVersion {
  workflowId: string;
  workspaceId: string;
  version: number;
  /** SHA-256 of the version's document, in hex. */
  snapshotHash: string;
  document: WorkflowDocument;
}

/**
 * What the server does for the blocks of a trigger; what it keeps is declared in the `tables.ts` of its room.
 * The transaction is that of the verb around it, so a trigger changes with its workflow or not at all.
 */
export interface TriggerService {
  settings: TriggerSettings<object>;
  /** Absent for a trigger that looks for the live version at each event, as a webhook does. */
  live?: {
    /** Makes the blocks of a version the ones that start runs, in the transaction that makes it live. */
    place(tx: Transaction, live: LiveVersion): Promise<void>;
    /** Starts nothing more, in the transaction that leaves the workflow without a live version. */
    withdraw(tx: Transaction, workflowId: string): Promise<void>;
    /** Notifies the processes after that commit. */
    announce(): Promise<void>;
  };
  /** Starts the work that any number of processes share. */
  startLoop?: () => { stop(timeoutMs: number): Promise<void> };
}
