import type { Prisma } from '../../generated/prisma/client';
import { prisma } from '../../platform/postgres/db';
import type { Proposal, ProposalState } from './schema';

/** The columns of a proposal without its documents, which are large. */
export const SHOWN = {
  id: true,
  workflowId: true,
  words: true,
  state: true,
  baseVersion: true,
  keyId: true,
  createdAt: true,
  decidedAt: true,
  createdBy: { select: { name: true } },
  decidedBy: { select: { name: true } },
  workflow: { select: { version: true } },
} as const;
export type ProposalRow = Prisma.WorkflowProposalGetPayload<{ select: typeof SHOWN }>;

/** Maps rows, with the names of their keys. */
export async function proposalsOf(rows: readonly ProposalRow[]): Promise<Proposal[]> {
  const ids = rows.flatMap(({ keyId }) => keyId ?? []);
  const keys =
    ids.length === 0
      ? []
      : await prisma().apiKey.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  return rows.map(({ workflow, keyId, createdBy, decidedBy, createdAt, decidedAt, state, ...row }) => ({
    ...row,
    state: state as ProposalState,
    isMoved: workflow.version !== row.baseVersion && state === 'open',
    createdAt: createdAt.toISOString(),
    createdBy: createdBy?.name ?? null,
    apiKey: keyId === null ? null : { id: keyId, name: names.get(keyId) ?? null },
    decidedAt: decidedAt?.toISOString() ?? null,
    decidedBy: decidedBy?.name ?? null,
  }));
}

export async function proposalOf(row: ProposalRow): Promise<Proposal> {
  const [proposal] = await proposalsOf([row]);
  if (proposal === undefined) throw new Error('A row has become no proposal.');
  return proposal;
}
