import { connectionsOfProcess, readConnectionLimit } from '../web-processes.mjs';

/**
 * Warns of a database with fewer connections than the processes may open. It is no fault: a server with little
 * load does with less, and a fixed number of several processes is refused by `settleProcesses`.
 * @type {import('./finding.mjs').Check}
 */
export async function checkConnections({ client, processes }) {
  if (processes === undefined) return null;
  const needed = processes * connectionsOfProcess();
  const { limit, setBy } = await readConnectionLimit(client);
  if (limit >= needed) return null;
  return {
    warning:
      `it allows ${limit} connections (${setBy}) and Millrace may open ${needed}: raise that, ` +
      'or lower DATABASE_POOL_SIZE, or calls will fail under load',
  };
}
