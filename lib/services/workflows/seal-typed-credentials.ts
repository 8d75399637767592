import { mapDocumentCredentials } from '../../core/engine/masker';
import { CONCEALED } from '../../core/references/credentials';
import { replaceSealed } from '../../platform/encryption/sealed-text';
import { LOWEST_ID } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import { sealDocument, unsealDocument } from './stored-document';

const BATCH = 100;

const conceal = (): string => CONCEALED;

/**
 * Seals every typed credential of workflows with the current key: those of earlier versions, which are
 * plain until they are saved again, and those sealed by the previous key. Can be run again.
 * @returns the number of workflows that had any
 */
export async function sealWorkflows(): Promise<number> {
  let count = 0;
  for (let after = LOWEST_ID; ; ) {
    const rows = await prisma().workflow.findMany({
      where: { id: { gt: after }, purgedAt: null }, // later, deleted workflows are empty
      orderBy: { id: 'asc' },
      take: BATCH,
      select: { id: true, document: true, version: true },
    });
    for (const { id, document, version } of rows) {
      const opened = unsealDocument(id, document);
      const concealed = mapDocumentCredentials(opened, conceal, conceal);
      if (JSON.stringify(concealed) === replaceSealed(JSON.stringify(document), CONCEALED)) continue;
      const sealed = JSON.stringify(sealDocument(id, opened));
      // Raw SQL, because this is no edit: `updatedAt` stays. A row that is saved meanwhile is sealed already.
      await prisma().$executeRaw`
        UPDATE workflow SET document = ${sealed}::jsonb WHERE id = ${id}::uuid AND version = ${version}`;
      count += 1;
    }
    const last = rows.at(-1);
    if (last === undefined) return count;
    after = last.id;
  }
}
