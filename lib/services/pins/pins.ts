import { isTooDeep, MAX_DEPTH } from '../../core/engine/span-size';
import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import { notify } from '../../platform/postgres/notify';
import { writeJson } from '../../platform/text/json-text';
import type { Actor } from '../access/actor';
import { defineVerb } from '../verbs/define-verb';
import { requireRoomFor } from '../verbs/quotas';
import { findWorkflow } from '../workflows/find-workflow';
import { type BlockPin, MAX_PIN_BYTES, MAX_PINS_BYTES, type PinSource } from './schema';
import { openPin, sealPin } from './stored-pins';

/** Runs `change` and makes everybody who has the workflow open reload its pins. */
async function changePins<T>(
  { workflowId }: { workspaceId: string; workflowId: string },
  change: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  const result = await prisma().$transaction(change);
  await notify('pins', workflowId);
  return result;
}

interface PinOf {
  id: string;
  blockId: string;
}

const WITH_NAME = { updatedBy: { select: { name: true } } } as const;
type Row = Prisma.BlockPinGetPayload<{ include: typeof WITH_NAME }>;

/** @throws AppError not_found */
export async function listPins(actor: Actor, { id }: { id: string }): Promise<{ data: BlockPin[] }> {
  await findWorkflow(actor, id, 'reader');
  const rows = await prisma().blockPin.findMany({
    where: { workflowId: id },
    include: WITH_NAME,
    orderBy: { blockId: 'asc' },
  });
  return { data: rows.map(pinOf) };
}

/** @throws AppError not_found, forbidden, payload_too_large, quota_exceeded */
export const savePin = defineVerb({
  role: 'writer',
  quota: { inside: 'blockPins', why: 'only a block that has no pin yet takes room' },
  audit: 'workflow.output_pinned',
  transaction: changePins,
  async run(
    actor: Actor,
    { id: workflowId, blockId, output, source }: PinOf & { output: BlockPin['output']; source: PinSource },
    change,
  ): Promise<{ data: BlockPin }> {
    const { workspaceId } = await findWorkflow(actor, workflowId, 'writer');
    const json = writeJson(output);
    const bytes = Buffer.byteLength(json);
    requireFit(output, bytes);
    const where = { workflowId_blockId: { workflowId, blockId } };
    const data = {
      sealed: sealPin(workflowId, blockId, json),
      bytes,
      source,
      updatedAt: new Date(),
      updatedById: actor.userId,
    };
    const row = await change({ workspaceId, workflowId }, async (tx) => {
      const known = await tx.blockPin.findUnique({ where, select: { bytes: true } });
      // Also blocks others who pin in this workflow concurrently.
      if (known === null) await requireRoomFor(tx, 'blockPins', workflowId);
      const { _sum } = await tx.blockPin.aggregate({ where: { workflowId }, _sum: { bytes: true } });
      if ((_sum.bytes ?? 0) - (known?.bytes ?? 0) + bytes > MAX_PINS_BYTES)
        throw new AppError(
          'payload_too_large',
          'The pinned outputs of a workflow may take 4 MB together. Unpin some, or shorten them.',
        );
      const create = { workflowId, blockId, ...data };
      const result = await tx.blockPin.upsert({ where, create, update: data, include: WITH_NAME });
      return { result, audit: { target: workflowId, detail: { blockId } } };
    });
    return { data: pinOf(row) };
  },
});

function requireFit(output: BlockPin['output'], bytes: number): void {
  if (bytes > MAX_PIN_BYTES)
    throw new AppError(
      'payload_too_large',
      'A pinned output may take 1 MB. Shorten it: keep what the blocks behind it use.',
    );
  if (isTooDeep(output))
    throw new AppError('invalid_request', `A pinned output may be nested ${MAX_DEPTH} levels deep.`);
}

/** Deletes a pin; does nothing if there is none. @throws AppError not_found, forbidden */
export const deletePin = (actor: Actor, { id, blockId }: PinOf): Promise<void> =>
  deletePins(actor, { id, blockIds: [blockId] });

/** Deletes these blocks' pins, else all; pins added meanwhile stay. @throws AppError not_found, forbidden */
export const deletePins = defineVerb({
  role: 'writer',
  quota: { none: 'It makes room.' },
  audit: { actions: ['workflow.output_unpinned'], unless: 'none was pinned' },
  transaction: changePins,
  async run(
    actor: Actor,
    { id, blockIds }: { id: string; blockIds?: string[] | undefined },
    change,
  ): Promise<undefined> {
    const { workspaceId } = await findWorkflow(actor, id, 'writer');
    const where = { workflowId: id, ...(blockIds && { blockId: { in: blockIds } }) };
    await change({ workspaceId, workflowId: id }, async (tx) => {
      const { count } = await tx.blockPin.deleteMany({ where });
      return { result: undefined, audit: count === 0 ? null : { target: id, detail: { blocks: count } } };
    });
  },
});

/** Returns the pins of a draft's run, by block id. */
export async function readPins(workflowId: string): Promise<Map<string, BlockPin['output']>> {
  const rows = await prisma().blockPin.findMany({ where: { workflowId } });
  return new Map(rows.map((row) => [row.blockId, openPin(row)]));
}

const pinOf = (row: Row): BlockPin => ({
  blockId: row.blockId,
  output: openPin(row),
  source: row.source as PinSource,
  updatedAt: row.updatedAt.toISOString(),
  updatedBy: row.updatedBy?.name ?? null,
});
