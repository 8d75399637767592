import pg from 'pg';
import type { OwnPostgres } from '../own-postgres';

const OUT_OF_CONNECTIONS = '53300';
const AGAIN_MS = 100;
const END_OTHERS = `
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'millrace%'
  AND pid <> pg_backend_pid()`;

/**
 * Takes every connection available to an ordinary role, then ends the product's and takes those and every
 * freed one, like another program that restarts with too large a pool. @returns a function to close all
 */
export async function exhaustConnections(database: OwnPostgres): Promise<() => Promise<void>> {
  const taken = new Set<pg.Client>();
  const state = { on: true };
  const takeAll = async (): Promise<void> => {
    while (state.on) {
      const client = new pg.Client({ connectionString: database.url(), application_name: 'bench hog' });
      client.on('error', () => taken.delete(client)); // the server ended it
      try {
        await client.connect();
        taken.add(client);
      } catch (error) {
        if ((error as { code?: string }).code === OUT_OF_CONNECTIONS) return;
        throw error;
      }
    }
  };
  await takeAll();
  await database.asAdmin((client) => client.query(END_OTHERS));
  await takeAll();
  const taking = (async () => {
    while (state.on) {
      await takeAll();
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  })();
  return async () => {
    state.on = false;
    await taking;
    await Promise.all([...taken].map((client) => client.end()));
  };
}
