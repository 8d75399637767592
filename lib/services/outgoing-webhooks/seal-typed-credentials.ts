import { CONCEALED, mapUrlCredentials } from '../../core/references/credentials';
import { replaceSealed } from '../../platform/encryption/sealed-text';
import { LOWEST_ID } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { openUrl, sealUrl } from './sealed-url';

const BATCH = 100;
const READ_WEBHOOKS = `SELECT id, url FROM webhook_subscription WHERE id > $1 ORDER BY id LIMIT ${BATCH}`;
const SEAL_WEBHOOK = 'UPDATE webhook_subscription SET url = $2 WHERE id = $1 AND url = $3';

const conceal = (): string => CONCEALED;

/**
 * Seals every credential that was typed into a webhook’s URL with the current key: those of earlier versions,
 * which are plain until they are saved again, and those that the previous key sealed. Can be run again.
 * @returns how many held any
 */
export async function sealWebhooks(): Promise<number> {
  let count = 0;
  for (let after = LOWEST_ID; ; ) {
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
