import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../platform/errors';
import { pool } from '../../platform/postgres/db';
import { reportDatabaseFault } from '../../platform/postgres/report-database-fault';
import { whyClockUnfit } from '../../platform/postgres/watch-clock';
import { STALLED_AFTER_MS, stalledLoops } from './loop-passes';

const MIGRATION_FOLDER = /^\d{14}_/;

/** The caller acts on the response, and soon. */
const ANSWER_WITHIN_MS = 1_500;

let shipped: Promise<string[]> | undefined;

/** Checks that the process can serve. @throws AppError unavailable with what is missing */
export async function checkReadiness() {
  const applied = await appliedMigrations();
  shipped ??= shippedMigrations();
  const missing = (await shipped).filter((name) => !applied.has(name));
  if (missing.length > 0)
    throw new AppError('unavailable', `${missing.length} database migrations are not applied yet.`);
  requireLoopsAlive();
  requireRightClock();
  return { status: 'ok' as const };
}

/**
 * Detects that the database responds but queued work is not taken: a connection hangs, or a statement fails
 * each time.
 */
function requireLoopsAlive(): void {
  const stalled = stalledLoops();
  if (stalled.length > 0)
    throw new AppError(
      'unavailable',
      `This process has not looked for work for ${STALLED_AFTER_MS / 1000} s: ${stalled.join(', ')}.`,
    );
}

/** Schedules, signatures and expiry would be wrong: other processes should take the work. */
function requireRightClock(): void {
  const reason = whyClockUnfit();
  if (reason !== null) throw new AppError('unavailable', `${reason[0]!.toUpperCase()}${reason.slice(1)}.`);
}

async function appliedMigrations(): Promise<Set<string>> {
  try {
    const asked = pool().query<{ migration_name: string }>(
      `SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL
        AND rolled_back_at IS NULL`,
    );
    const { rows } = await Promise.race([asked, tooLate()]);
    return new Set(rows.map(({ migration_name }) => migration_name));
  } catch (error) {
    reportDatabaseFault('be ready', error);
    throw new AppError('unavailable', 'The database does not answer.', { cause: error });
  }
}

async function tooLate(): Promise<never> {
  await sleep(ANSWER_WITHIN_MS, undefined, { ref: false });
  throw new Error(`no answer in ${ANSWER_WITHIN_MS} ms`);
}

/** Lists the migrations in the project's folder, which is the working directory. */
async function shippedMigrations(): Promise<string[]> {
  const names = await readdir(join(process.cwd(), 'prisma/migrations'));
  return names.filter((name) => MIGRATION_FOLDER.test(name));
}
