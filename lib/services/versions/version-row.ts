import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import type { WorkflowVersion } from './schema';

/** Includes the author, to show their name. */
export const WITH_AUTHOR = { author: { select: { id: true, name: true } } } as const;

interface VersionRow {
  number: number;
  note: string;
  author: { id: string; name: string } | null;
  createdAt: Date;
}

export function versionOf(row: VersionRow, liveVersion: number | null): WorkflowVersion {
  const { number, note, author, createdAt } = row;
  return { number, note, author, createdAt: createdAt.toISOString(), live: number === liveVersion };
}

/** Returns the stored version. `number` is the text in the path. @throws AppError not_found */
export async function readVersion(workflowId: string, number: string) {
  const row = /^[1-9]\d{0,8}$/.test(number)
    ? await prisma().workflowVersion.findUnique({
        where: { workflowId_number: { workflowId, number: Number(number) } },
        include: WITH_AUTHOR,
      })
    : null;
  if (row === null) throw new AppError('not_found', `This workflow has no version ${number.slice(0, 20)}.`);
  return row;
}
