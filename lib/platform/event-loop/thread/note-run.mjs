// @ts-check

/** The loop has stood still for long by now: a database that is away must not keep the process. */
const WITHIN_MS = 2_000;

/**
 * Notes in the database that this run was on a loop that stood still. @returns whether it is noted: a run
 * that is known to nobody else is not.
 * @param {{ executionId: string, rootId: string }} run
 * @param {Pick<import('../watch-loop').WatchSettings, 'note'>} settings
 */
export async function noteRun({ executionId, rootId }, { note }) {
  if (note === null) return false;
  const { default: pg } = await import('pg'); // 10 MB, for what hardly ever comes
  const client = new pg.Client({
    connectionString: note.databaseUrl,
    application_name: 'millrace watch',
    connectionTimeoutMillis: WITHIN_MS,
    query_timeout: WITHIN_MS,
  });
  client.on('error', () => undefined); // the call below fails with it
  /** @type {Promise<boolean>} */
  const tooLate = new Promise((resolve) => setTimeout(() => resolve(false), WITHIN_MS));
  const write = client
    .connect()
    .then(() => client.query(note.statement, [[executionId, rootId], note.owner]))
    .then(({ rowCount }) => (rowCount ?? 0) > 0)
    .catch(() => false);
  return Promise.race([write, tooLate]);
}
