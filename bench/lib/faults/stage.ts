import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type KeyHolder, keyHolder } from '../../../e2e/fixtures/api';
import {
  type AppProcess,
  appProcess,
  type Lifetime,
  productEnvironment,
} from '../../../e2e/fixtures/app-process';
import {
  type CountingUpstream,
  callingWorkflow,
  startCountingUpstream,
} from '../../../e2e/fixtures/counting-upstream';
import { bootstrap, freePort, liftLimits } from '../../../e2e/fixtures/product';
import { watchTakeovers } from '../../../e2e/fixtures/watch-takeovers';
import { migrateDatabase } from '../../../scripts/lib/database.mjs';
import { OwnPostgres, type OwnPostgresOptions } from '../own-postgres';
import { TcpProxy } from '../tcp-proxy';
import { startDeliveryCounter } from './delivery-counter';

/** Two servers and a worker on one database behind a proxy, with an upstream and a webhook receiver. */
export interface Stage {
  database: OwnPostgres;
  proxy: TcpProxy;
  servers: AppProcess[];
  origins: string[];
  worker: AppProcess;
  upstream: CountingUpstream;
  apiKey: string;
  /** The id of a workflow for waiting callers, and of one with several blocks for the queue. */
  workflows: { waited: string; queued: string };
  /** The number of deliveries of each execution. */
  deliveries: Map<string, number>;
  /** Returns the file with a process's output. */
  outputOf(process: AppProcess): string;
}

export async function setStage(
  lifetime: Lifetime,
  folder: string,
  options: OwnPostgresOptions,
): Promise<Stage> {
  const database = await OwnPostgres.create(lifetime, folder, options);
  const proxy = new TcpProxy(await freePort(), database.port);
  await proxy.accept();
  lifetime.onEnd(() => proxy.close());
  await migrateDatabase(database.url());
  await database.asAdmin(watchTakeovers);
  const upstream = await startCountingUpstream(lifetime);
  const receiver = await startDeliveryCounter(lifetime);

  const outputOf = ({ name }: Pick<AppProcess, 'name'>): string => path.join(folder, `${name}.log`);
  const data = path.join(folder, 'product');
  mkdirSync(data);
  const launched = async (kind: 'server' | 'worker', name: string, port: number): Promise<AppProcess> => {
    const env = productEnvironment(data, database.url(proxy.port), port);
    const made = appProcess(lifetime, kind, { name, env, outputFile: outputOf({ name }) });
    await made.start();
    return made;
  };
  const ports = [await freePort(), await freePort()];
  const admin = productEnvironment(data, database.url(), ports[0]!);
  const account = await bootstrap(admin);
  await liftLimits(admin);
  const servers = [
    await launched('server', 'server-1', ports[0]!),
    await launched('server', 'server-2', ports[1]!),
  ];
  const worker = await launched('worker', 'worker', ports[0]!);
  const origins = ports.map((port) => `http://127.0.0.1:${port}`);

  const holder = keyHolder({ url: origins[0]! }, account);
  const workflows = await makeWorkflows(holder, upstream);
  await subscribe(database, Object.values(workflows), receiver.origin);
  const { apiKey } = account;
  const { deliveries } = receiver;
  return { database, proxy, servers, origins, worker, upstream, apiKey, workflows, deliveries, outputOf };
}

export async function makeWorkflows(
  holder: KeyHolder,
  upstream: CountingUpstream,
): Promise<Stage['workflows']> {
  return {
    waited: await holder.createWorkflow('waited for', callingWorkflow(upstream, ['a'])),
    queued: await holder.createWorkflow('queued', callingWorkflow(upstream, ['a', 'b', 'c', 'd'])),
  };
}

export async function subscribe(database: OwnPostgres, workflowIds: string[], url: string): Promise<void> {
  await database.asAdmin((client) =>
    client.query(
      `INSERT INTO webhook_subscription (id, workspace_id, workflow_id, url, level_filter, trigger_filter)
       SELECT gen_random_uuid(), workspace_id, id, $2, '{info,error}', '{api,webhook,schedule,manual,chat}'
         FROM workflow
       WHERE id = ANY($1)`,
      [workflowIds, url],
    ),
  );
}
