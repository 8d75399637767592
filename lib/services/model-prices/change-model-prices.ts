import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import { notify } from '../../platform/postgres/notify';
import { type Actor, requireRole } from '../access/actor';
import { defineVerb } from '../verbs/define-verb';
import { requireRoomFor } from '../verbs/quotas';
import type { ModelPrice } from './schema';

/** Lists prices by model. */
export async function listModelPrices(actor: Actor, { workspaceId }: { workspaceId: string }) {
  requireRole(actor, workspaceId, 'reader');
  const rows = await prisma().modelPrice.findMany({ where: { workspaceId }, orderBy: { model: 'asc' } });
  return { data: rows.map(toModelPrice) };
}

type Rates = Omit<ModelPrice, 'updatedAt'>;

/** Sets or replaces a price, which applies to responses of models from now on. */
export const setModelPrice = defineVerb({
  role: 'writer',
  quota: { inside: 'modelPrices', why: 'only a model that has no price yet takes room' },
  audit: 'model-price.set',
  transaction: changePrices,
  async run(_: Actor, { workspaceId, ...price }: Rates & { workspaceId: string }, change) {
    const { model } = price;
    const saved = await change({ workspaceId }, async (tx) => {
      const isNew = (await tx.modelPrice.count({ where: { workspaceId, model } })) === 0;
      if (isNew) await requireRoomFor(tx, 'modelPrices', workspaceId);
      const result = await tx.modelPrice.upsert({
        where: { workspaceId_model: { workspaceId, model } },
        create: { workspaceId, ...price },
        update: price,
      });
      return { result, audit: { target: model } };
    });
    return { data: toModelPrice(saved) };
  },
});

export const deleteModelPrice = defineVerb({
  role: 'writer',
  quota: { none: 'It makes room.' },
  audit: 'model-price.deleted',
  transaction: changePrices,
  async run(
    _: Actor,
    { workspaceId, model }: { workspaceId: string; model: string },
    change,
  ): Promise<undefined> {
    await change({ workspaceId }, async (tx) => {
      const { count } = await tx.modelPrice.deleteMany({ where: { workspaceId, model } });
      if (count === 0) throw new AppError('not_found', 'This model has no price of its own here.');
      return { result: undefined, audit: { target: model } };
    });
  },
});

/** Runs `work`; every process reloads the prices after the commit. */
async function changePrices<T>(
  { workspaceId }: { workspaceId: string },
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
