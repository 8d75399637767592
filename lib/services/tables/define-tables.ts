import type { Prisma } from '../../generated/prisma/client';
import type { SealedStore } from '../../platform/encryption/reseal';
import type { MaintenanceJob } from '../../platform/postgres/maintenance';

/** What a row may belong to. */
export type Subject = 'workspace' | 'workflow' | 'person';

/** Removes rows, in the transaction that deletes the workspace or workflow with this id. */
export type RemoveRows = (tx: Prisma.TransactionClient, id: string) => Promise<unknown>;

/** Finished runs of one workspace that are deleted together. */
export interface DeletedRuns {
  workspaceId: string;
  logIds: readonly string[];
  executionIds: readonly string[];
}

/** Removes what a table keeps of runs, in the transaction that deletes them. */
export type RemoveRuns = (tx: Prisma.TransactionClient, runs: DeletedRuns) => Promise<unknown>;

/**
 * What happens to what a table keeps of a run that is deleted; `remove` as for other subjects. `kept`: it stays,
 * and names no more of the run than its ids.
 */
export type RunsEnd = { remove: readonly RemoveRuns[] } | { with: string } | { kept: string };

/**
 * What happens to a table's rows when their subject is deleted:
 * - `cascade`: foreign keys delete them, directly or through other tables
 * - `set null`: foreign keys empty their columns
 * - `remove`: statements, in the order of `registry/removal-order.ts`; those of `restorable` rows run when a
 *   deleted workflow can no longer be restored
 * - `with`: whatever deletes the rows of the other table, named as in SQL, also ends these
 * - `verb`: the verb that deletes the subject also ends them; the text says why
 * - `kept`: they stay; the text says why
 */
export type RowsEnd =
  | 'cascade'
  | 'set null'
  | { remove: readonly RemoveRows[]; restorable?: true }
  | { with: string }
  | { verb: string }
  | { kept: string };

/** What deletes old rows: a job, whatever deletes those of another table, or nothing, with the reason. */
export type Retention = MaintenanceJob | { with: string } | { kept: string };

/** A column whose text has sealed parts, which only its room can find. */
export interface SealedParts {
  name: string;
  /** Seals them with the current key; can be run again. @returns how many rows had any */
  sealAll(): Promise<number>;
}

/** What one table keeps, told by the room that owns it. */
export interface OwnedTable {
  /** The columns that hold ids or e-mail addresses of subjects. */
  columns?: Readonly<Record<string, Subject>>;
  workspace?: RowsEnd;
  workflow?: RowsEnd;
  person?: RowsEnd;
  run?: RunsEnd;
  retention: Retention;
  /** How sealed columns are sealed again when ENCRYPTION_KEY changes. */
  sealed?: Readonly<Record<string, SealedStore | SealedParts>>;
  /** What the other columns of bytes hold. */
  plainBytes?: Readonly<Record<string, string>>;
}

export const UNTIL_DELETED: Retention = { kept: 'until somebody deletes it, or what it belongs to' };

/** Declares the tables of a room by their names in SQL: `workflow`, `runtime.log`. */
export const defineTables = <Name extends string>(
  tables: Record<Name, OwnedTable>,
): Readonly<Record<Name, OwnedTable>> => tables;
