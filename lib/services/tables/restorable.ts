/** What people delete can be restored for so long. */
export const RESTORABLE_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Returns the time after which something must have been deleted to be restored. */
export const restorableSince = (): Date => new Date(Date.now() - RESTORABLE_DAYS * DAY_MS);

/** Returns when something that was deleted then can no longer be restored. */
export const restorableUntil = (deletedAt: Date): Date =>
  new Date(deletedAt.getTime() + RESTORABLE_DAYS * DAY_MS);

export interface DeletedRow {
  deletedAt: Date;
  deletedById: string | null;
  deletedByName: string | null;
}

/** Returns who deleted something, when, and until when it can be restored. */
export function deletionOf({ deletedAt, deletedById, deletedByName }: DeletedRow) {
  return {
    deletedAt: deletedAt.toISOString(),
    restorableUntil: restorableUntil(deletedAt).toISOString(),
    deletedBy:
      deletedById === null || deletedByName === null ? null : { id: deletedById, name: deletedByName },
  };
}
