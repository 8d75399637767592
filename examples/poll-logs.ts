/**
 * Follows the logs of a workspace: each finished execution is printed once, as a line of JSON. Where it
 * stands is kept in a file, so that it goes on from there when it is started again.
 *
 *   MILLRACE_API_KEY=… npx tsx examples/poll-logs.ts --url http://localhost:3000 --workspace ID --state
 *   cursor.txt
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ApiError, createClient } from '../lib/platform/http/client';
import { listLogsEndpoint } from '../lib/services/logs/endpoints';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    workspace: { type: 'string', default: '' },
    state: { type: 'string', default: 'cursor.txt' },
    'interval-ms': { type: 'string', default: '10000' },
  },
});
const LONGEST_WAIT_MS = 60_000;

const millrace = createClient({ baseUrl: values.url, apiKey: process.env.MILLRACE_API_KEY });
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

let cursor = existsSync(values.state) ? readFileSync(values.state, 'utf8') : undefined;
let failures = 0;

while (!stop.signal.aborted) {
  try {
    // Filters and order must stay the same for as long as a cursor is passed on.
    const page = await millrace.call(listLogsEndpoint, {
      query: { workspaceId: values.workspace, order: 'asc', limit: '1000', cursor },
    });
    for (const log of page.data) process.stdout.write(`${JSON.stringify(log)}\n`);
    // Kept after the rows were handled: a crash in between repeats a page, and never loses one.
    cursor = page.nextCursor ?? page.resumeCursor;
    writeFileSync(`${values.state}.new`, cursor ?? '');
    renameSync(`${values.state}.new`, values.state);
    failures = 0;
    if (page.nextCursor === null) await pause(Number(values['interval-ms']));
  } catch (error) {
    failures += 1;
    await pause(waitAfter(error, failures));
  }
}

/** Ends early, and without a fuss, when the process is told to stop. */
async function pause(ms: number): Promise<void> {
  await wait(ms, undefined, { signal: stop.signal }).catch(() => undefined);
}

// A refusal that waiting won't mend is thrown on; for the rest, as long as the server says, else longer.
function waitAfter(error: unknown, failure: number): number {
  const status = error instanceof ApiError ? error.status : 503; // no answer at all
  if (status !== 429 && status < 500) throw error;
  const asked = error instanceof ApiError ? error.retryAfterMs : null;
  return asked ?? Math.min(LONGEST_WAIT_MS, 1_000 * 2 ** failure) * (0.5 + Math.random() / 2);
}
