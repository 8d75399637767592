import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import { notify } from '../../platform/postgres/notify';
import { type Actor, requireRole } from '../access/actor';
import { recordAudit } from '../audit/record-audit';
import { MAX_MODEL_PRICES, type ModelPrice, TOO_MANY_PRICES } from './schema';

/** By model. */
export async function listModelPrices(actor: Actor, { workspaceId }: { workspaceId: string }) {
  requireRole(actor, workspaceId, 'reader');
  const rows = await prisma().modelPrice.findMany({ where: { workspaceId }, orderBy: { model: 'asc' } });
  return { data: rows.map(toModelPrice) };
}

type Rates = Omit<ModelPrice, 'updatedAt'>;

/** Sets or replaces it; answers of models from now on cost this. */
export async function setModelPrice(
  actor: Actor,
  { workspaceId, ...price }: Rates & { workspaceId: string },
) {
  requireRole(actor, workspaceId, 'writer');
  const { model } = price;
  const saved = await change(workspaceId, async (tx) => {
    const isNew = (await tx.modelPrice.count({ where: { workspaceId, model } })) === 0;
    if (isNew && (await tx.modelPrice.count({ where: { workspaceId } })) >= MAX_MODEL_PRICES)
      throw new AppError('invalid_request', TOO_MANY_PRICES);
    const row = await tx.modelPrice.upsert({
      where: { workspaceId_model: { workspaceId, model } },
      create: { workspaceId, ...price },
      update: price,
    });
    await recordAudit(tx, actor, { workspaceId, action: 'model-price.set', target: model });
    return row;
  });
  return { data: toModelPrice(saved) };
}

export async function deleteModelPrice(
  actor: Actor,
  { workspaceId, model }: { workspaceId: string; model: string },
): Promise<void> {
  requireRole(actor, workspaceId, 'writer');
  await change(workspaceId, async (tx) => {
    const { count } = await tx.modelPrice.deleteMany({ where: { workspaceId, model } });
    if (count === 0) throw new AppError('not_found', 'This model has no price of its own here.');
    await recordAudit(tx, actor, { workspaceId, action: 'model-price.deleted', target: model });
  });
}

/** Every process reads them anew after the commit. */
async function change<T>(
  workspaceId: string,
  work: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  const result = await prisma().$transaction(work);
  await notify('prices', workspaceId);
  return result;
}

function toModelPrice({ updatedAt, ...row }: Rates & { updatedAt: Date; workspaceId: string }): ModelPrice {
  const { model, input, cacheRead, cacheWrite, output } = row;
  return { model, input, cacheRead, cacheWrite, output, updatedAt: updatedAt.toISOString() };
}
