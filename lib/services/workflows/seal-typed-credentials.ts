import { mapDocumentCredentials } from '../../core/engine/masker';
import { CONCEALED } from '../../core/references/credentials';
import { replaceSealed } from '../../platform/encryption/sealed-text';
import { LOWEST_ID } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { sealDocument, unsealDocument } from './stored-document';

const BATCH = 100;
// Deleted workflows are empty. A row that is saved meanwhile is skipped, because saving seals it.
const READ_WORKFLOWS = `SELECT id, document, version FROM workflow WHERE id > $1 AND deleted_at IS NULL
  ORDER BY id LIMIT ${BATCH}`;
const SEAL_WORKFLOW = 'UPDATE workflow SET document = $2 WHERE id = $1 AND version = $3';

const conceal = (): string => CONCEALED;

/**
 * Seals every typed credential of workflows with the current key: those of earlier versions, which are
 * plain until they are saved again, and those sealed by the previous key. Can be run again.
 * @returns the number of workflows that had any
 */
export async function sealWorkflows(): Promise<number> {
  let count = 0;
  for (let after = LOWEST_ID; ; ) {
    const { rows } = await pool().query<{ id: string; document: unknown; version: number }>(READ_WORKFLOWS, [
      after,
    ]);
    for (const { id, document, version } of rows) {
      const opened = unsealDocument(id, document);
      const concealed = mapDocumentCredentials(opened, conceal, conceal);
      if (JSON.stringify(concealed) === replaceSealed(JSON.stringify(document), CONCEALED)) continue;
      await pool().query(SEAL_WORKFLOW, [id, JSON.stringify(sealDocument(id, opened)), version]);
      count += 1;
    }
    const last = rows.at(-1);
    if (last === undefined) return count;
    after = last.id;
  }
}
