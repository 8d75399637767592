import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import type { Lifetime } from '../../../e2e/fixtures/app-process';
import { openTarget, type Target } from '../attacks/target';
import type { Probe } from '../probe';
import { simpleDocument, watchNeighbour } from '../watch-neighbour';
import type { Surroundings } from './authored';

/** A server with two tenants: one with strange documents, and one who works beside it. */
export interface Stage {
  target: Target;
  database: pg.Client;
  around: Surroundings;
  /** Sends the neighbour's requests continuously. */
  probe: Probe;
  /** The file with the recorded tasks of the server's event loop. */
  loopFile: string;
}

/** A server that is otherwise idle, whose latency is that of the machine. */
export const CONTROL = 'control';
const EVERY_MS = { health: 50, me: 200, run: 250 };

export async function openStage(lifetime: Lifetime, folder: string): Promise<Stage> {
  const loopFile = path.join(folder, 'loop.jsonl');
  const monitor = pathToFileURL(path.join(import.meta.dirname, 'loop-monitor.mjs')).href;
  const target = await openTarget(lifetime, folder, {
    NODE_OPTIONS: `--import=${monitor}`,
    FUZZ_LOOP_FILE: loopFile,
    LOG_FORMAT: 'json',
  });
  const upstream = await startChild(lifetime, path.join(import.meta.dirname, 'upstream-process.ts'));
  const control = await startChild(lifetime, path.join(import.meta.dirname, '../echo-server.ts'));
  const database = new pg.Client({ connectionString: target.databaseUrl });
  await database.connect();
  lifetime.onEnd(() => database.end());
  return {
    target,
    database,
    around: await surroundingsOf(target, upstream),
    probe: await watchNeighbour(lifetime, target, EVERY_MS, [
      { name: CONTROL, url: control, everyMs: EVERY_MS.health },
    ]),
    loopFile,
  };
}

async function startChild(lifetime: Lifetime, file: string): Promise<string> {
  const child = fork(file, { execArgv: ['--import', 'tsx'] });
  lifetime.onEnd(() => void (child.connected && child.disconnect()));
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return `http://127.0.0.1:${port}`;
}

/** One value is long, because masking searches for it in all output of a run. */
const VARIABLES = { TOKEN: 'a-secret-of-the-fuzz', LONG: 'long-secret-'.repeat(2_000) };

async function surroundingsOf({ holder }: Target, upstream: string): Promise<Surroundings> {
  for (const [name, value] of Object.entries(VARIABLES)) {
    const path = `/api/v1/workspaces/${holder.workspaceId}/variables/${name}`;
    const { status } = await holder.call('PUT', path, { value });
    if (status >= 300) throw new Error(`The variable ${name} was refused with ${status}.`);
  }
  const calleeId = await holder.createWorkflow('Called', simpleDocument());
  return { upstream, calleeId, variables: Object.keys(VARIABLES) };
}
