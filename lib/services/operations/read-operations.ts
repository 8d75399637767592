import { env } from '../../platform/env';
import { pool } from '../../platform/postgres/db';
import { maintenanceRuns } from '../../platform/postgres/maintenance';
import { VERSION } from '../../platform/version';
import { diagnose } from './diagnose';
import { readDatabase, readDisk } from './read-database';
import { readFailingReceivers, readProcesses, readQueues } from './read-queues';
import type { Operations } from './schema';

/** Reads the state of the installation, for its operator. Whoever calls it has checked who asks. */
export async function readOperations(): Promise<Operations> {
  const db = pool();
  const [processes, queues, failingReceivers, database, disk] = await Promise.all([
    readProcesses(db),
    readQueues(db),
    readFailingReceivers(db),
    readDatabase(db),
    readDisk(),
  ]);
  const read = { version: VERSION, processes, queues, failingReceivers, database, disk };
  return {
    ...read,
    readAt: new Date().toISOString(),
    findings: diagnose(read, env()),
    maintenance: maintenanceRuns(),
  };
}
