/**
 * Compares Millrace with Node-RED on the same work in one run, as ratios: `plain` (Start → API → Response)
 * and `full` (Start → API → Condition → Function → Response), every run logged before its response. The
 * folder contains the driver (`pair.mjs`), the server that both call (`echo-server.mjs`) and Node-RED's
 * flow; start Node-RED first (`nodered.sh setup && nodered.sh start` there).
 * Run: npx tsx bench/peers.ts FOLDER [pairs] [callers, such as 1,10,50]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { keyHolder } from '../e2e/fixtures/api';
import { bootstrap, liftLimits } from '../e2e/fixtures/product';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { makeTestFolder } from '../scripts/lib/test-folder.mjs';
import { startBenchProduct } from './lib/bench-product';

const ECHO_PORT = 47001;
const NODE_RED_URL = `http://127.0.0.1:${process.env.NODERED_PORT ?? 41880}/bench`;
const INPUT = { orderId: 'o_1', n: 1 };
const START = { type: 'start', config: { fields: [{ name: 'orderId', type: 'string' }] } };
const API = { type: 'api', config: { url: `http://127.0.0.1:${ECHO_PORT}/echo` } };
const CONDITION = {
  type: 'condition',
  config: { branches: [{ id: 'active', label: 'Active', expression: "<api.data.status> === 'active'" }] },
};
const FUNCTION = {
  type: 'function',
  config: { code: 'return { ok: true, total: <api.data.amount> * 2, name: <api.data.customer.name> };' },
};
const response = (body: string) => ({ type: 'response', config: { body } });
const WORKFLOWS = [
  { label: 'plain', blocks: [START, API, response('<api.data>')], expected: '"amount":1299' },
  {
    label: 'full',
    blocks: [START, API, CONDITION, FUNCTION, response('<function.result>')],
    expected: '"total":2598',
  },
];

const [peers, pairs = '3', callers = '1,10,50'] = process.argv.slice(2);

await runCommand(async (lifetime: Lifetime) => {
  if (!peers) throw new Error('Name the folder that holds pair.mjs and echo-server.mjs.');
  await startEcho(lifetime);
  const { product, databaseFolder, env } = await startBenchProduct(lifetime);
  const account = await bootstrap(env);
  await liftLimits(env);
  const robot = keyHolder(product, account);

  const sides = [{ label: 'nodered', args: driven(NODE_RED_URL, INPUT, '"total":2598') }];
  for (const { label, blocks, expected } of WORKFLOWS) {
    const id = await robot.createWorkflow(label, inLine(blocks));
    const url = `${product.url}/api/v1/workflows/${id}/executions`;
    sides.push({
      label,
      args: [...driven(url, { input: INPUT }, expected), '--header', `x-api-key: ${account.apiKey}`],
    });
  }
  const results = makeTestFolder(lifetime);
  writeFileSync(path.join(results, 'sides.json'), JSON.stringify(sides));
  writeFileSync(path.join(results, 'millrace.pid'), String(product.child.pid));
  const pair = spawn(
    process.execPath,
    [path.join(peers, 'pair.mjs'), path.join(results, 'sides.json'), pairs, callers],
    {
      stdio: 'inherit',
      env: { QUIET_MS: '2000', TRIES: '1', ...process.env, RUN: results, PGDATA_DIR: databaseFolder },
    },
  );
  const [code] = (await once(pair, 'exit')) as [number | null];
  return code ?? 1;
});

async function startEcho(lifetime: Lifetime): Promise<void> {
  const echo = spawn(process.execPath, [path.join(peers!, 'echo-server.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ECHO_PORT: String(ECHO_PORT) },
  });
  lifetime.onEnd(() => void echo.kill());
  await once(echo.stdout, 'data');
}

function driven(url: string, body: object, expected: string): string[] {
  return ['--url', url, '--body', JSON.stringify(body), '--expect', expected];
}

/** Returns the blocks in one line, with their types as names and ids; a Condition uses its first branch. */
function inLine(blocks: ReadonlyArray<{ type: string; config: Record<string, unknown> }>) {
  const placed = blocks.map((block, index) => ({
    ...block,
    id: block.type,
    name: block.type,
    position: { x: index * 320, y: 0 },
  }));
  return {
    blocks: Object.fromEntries(placed.map((block) => [block.id, block])),
    edges: placed.slice(1).map((block, index) => ({
      id: `e${index}`,
      source: placed[index]!.id,
      target: block.id,
      ...(placed[index]!.type === 'condition' && { sourceHandle: 'active' }),
    })),
  };
}
