import type { PoolClient } from 'pg';
import { AppError } from '../../platform/errors';
import { sharedBytes } from './edit-rows';

const MIB = 1024 * 1024;

/**
 * The sealed bytes of a shared document with all its updates. A workflow at all its limits takes half of it;
 * more is history, or was never part of a workflow.
 */
export const MAX_STORED_BYTES = 32 * MIB;
/** The number of updates after which they are merged into one, and their bytes. */
const MAX_UPDATES = 200;
const MAX_UPDATE_BYTES = MIB;
/** The sealed bytes of all shared documents of a workspace. */
const MAX_WORKSPACE_BYTES = 1024 * MIB;
/** A state of fewer bytes is not worth asking for the sum. */
const SMALL_BYTES = 64 * 1024;

interface Sizes {
  stateBytes: number;
  updateBytes: number;
}

/** True for more than is ever stored now; such a document is not opened, but begun anew. */
export const isOverfull = ({ stateBytes, updateBytes }: Sizes): boolean =>
  stateBytes + updateBytes > MAX_STORED_BYTES;

export const isToBeMerged = ({
  seq,
  stateSeq,
  updateBytes,
}: Sizes & { seq: number; stateSeq: number }): boolean =>
  seq - stateSeq > MAX_UPDATES || updateBytes > MAX_UPDATE_BYTES;

/** @throws AppError quota_exceeded */
export async function requireShare(
  client: Pick<PoolClient, 'query'>,
  workspaceId: string,
  bytes: number,
  most = MAX_WORKSPACE_BYTES,
): Promise<void> {
  if (bytes < SMALL_BYTES || (await sharedBytes(client, workspaceId)) <= most) return;
  throw new AppError(
    'quota_exceeded',
    `The workflows of a workspace can take at most ${most / MIB} MB with what was edited in them. Delete some that are no longer needed.`,
  );
}
