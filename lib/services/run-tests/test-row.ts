import { ExpectationRules } from '../../core/run-tests/rule';
import type { Prisma } from '../../generated/prisma/client';
import type { RunTest } from './schema';

/** The columns of a test without its content, which is large. */
export const SHOWN = {
  id: true,
  workflowId: true,
  logId: true,
  name: true,
  tags: true,
  rules: true,
  revision: true,
  createdAt: true,
  updatedAt: true,
  createdBy: { select: { name: true } },
} as const;
export type TestRow = Prisma.RunTestGetPayload<{ select: typeof SHOWN }>;

export const testOf = ({ rules, createdAt, updatedAt, createdBy, ...row }: TestRow): RunTest => ({
  ...row,
  rules: ExpectationRules.parse(rules),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  createdBy: createdBy?.name ?? null,
});
