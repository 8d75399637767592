import { pool } from '../db';
import { mapDocumentCredentials } from '../engine/masker';
import { CONCEALED, mapUrlCredentials } from '../engine/references/credentials';
import { openUrl, sealUrl } from '../webhooks/sealed-url';
import { openDocument, sealDocument } from '../workflows/stored-document';
import { replaceSealed } from './sealed-text';

const BATCH = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

// Deleted workflows are empty. A row that is saved meanwhile is left alone: saving seals it.
const READ_WORKFLOWS = `SELECT id, document, version FROM workflow WHERE id > $1 AND deleted_at IS NULL ORDER BY id LIMIT ${BATCH}`;
const SEAL_WORKFLOW = 'UPDATE workflow SET document = $2 WHERE id = $1 AND version = $3';
const READ_WEBHOOKS = `SELECT id, url FROM webhook_subscription WHERE id > $1 ORDER BY id LIMIT ${BATCH}`;
const SEAL_WEBHOOK = 'UPDATE webhook_subscription SET url = $2 WHERE id = $1 AND url = $3';

const conceal = (): string => CONCEALED;

/** How many of each held credentials that the current key had not sealed. */
export interface SealedCredentials {
  workflows: number;
  webhooks: number;
}

/**
 * Seals every credential that was typed into a workflow or a webhook's URL with ENCRYPTION_KEY: those of earlier versions, which are
 * plain until they are saved again, and those that ENCRYPTION_KEY_PREVIOUS sealed. Can be run again.
 */
export async function sealStoredCredentials(): Promise<SealedCredentials> {
  return { workflows: await sealWorkflows(), webhooks: await sealWebhooks() };
}

async function sealWorkflows(): Promise<number> {
  let count = 0;
  for (let after = FIRST_ID; ; ) {
    const { rows } = await pool().query<{ id: string; document: unknown; version: number }>(READ_WORKFLOWS, [
      after,
    ]);
    for (const { id, document, version } of rows) {
      const opened = openDocument(id, document);
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

async function sealWebhooks(): Promise<number> {
  let count = 0;
  for (let after = FIRST_ID; ; ) {
    const { rows } = await pool().query<{ id: string; url: string }>(READ_WEBHOOKS, [after]);
    for (const { id, url } of rows) {
      const opened = openUrl(id, url);
      if (mapUrlCredentials(opened, conceal) === replaceSealed(url, CONCEALED)) continue;
      await pool().query(SEAL_WEBHOOK, [id, sealUrl(id, opened), url]);
      count += 1;
    }
    const last = rows.at(-1);
    if (last === undefined) return count;
    after = last.id;
  }
}
