// @ts-check

/**
 * An unavailable database must not keep the process alive. On a busy machine a connection takes seconds, and a run
 * that isn't recorded hangs the next process too; the clients are served elsewhere by now.
 */
const WITHIN_MS = 6_000;

/**
 * Records in the database that this run was on a loop that was blocked. @returns true if it is recorded; a
 * run that only this process knows is not.
 * @param {{ executionId: string, rootId: string }} run
 * @param {Pick<import('../watch-loop').WatchSettings, 'note'>} settings
 */
export async function noteRun({ executionId, rootId }, { note }) {
  if (note === null) return false;
  const { default: pg } = await import('pg'); // 10 MB, and rarely needed
  const client = new pg.Client({
    connectionString: note.databaseUrl,
    application_name: 'millrace watch',
    connectionTimeoutMillis: WITHIN_MS,
    query_timeout: WITHIN_MS,
  });
  client.on('error', () => undefined); // the call below fails with this error
  /** @type {Promise<boolean>} */
  const tooLate = new Promise((resolve) => setTimeout(() => resolve(false), WITHIN_MS));
  const write = client
    .connect()
    .then(() => client.query(note.statement, [[executionId, rootId], note.owner]))
    .then(({ rowCount }) => (rowCount ?? 0) > 0)
    .catch(() => false);
  return Promise.race([write, tooLate]);
}
