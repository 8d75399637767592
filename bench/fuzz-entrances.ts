/**
 * Random forms, multipart, queries, paths and headers of strangers, and schemas of authors, against a started
 * server. None may hold its event loop or get an answer of 500:
 * `npx tsx bench/fuzz-entrances.ts --count 100000 --seed 1 [--schema-every 10]`.
 */
import { request as sendRequest } from 'node:http';
import { parseArgs } from 'node:util';
import { randomNumbers } from '../lib/core/shared-document/testing/random-changes';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { prepare } from '../scripts/lib/prepare.mjs';
import { tally } from './lib/attacks/attack';
import { makeHook } from './lib/attacks/bodies';
import { startHostileUpstream } from './lib/attacks/hostile-upstream';
import type { Target } from './lib/attacks/target';
import { randomRequest, type StrangersRequest } from './lib/fuzz-entrances/random-requests';
import { randomSchema } from './lib/fuzz-entrances/random-schema';
import { openWatchedTarget } from './lib/watched-target';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    'schema-every': { type: 'string', default: '10' },
  },
});
const [count, firstSeed] = [Number(values.count), Number(values.seed)];
/** One of so many inputs is a schema, which costs a run of a block. */
const schemaEvery = Number(values['schema-every']);

const AT_ONCE = 4;
const ANSWER_MS = 60_000;
const SHOWN = 10;
const TOLD_EVERY = 5_000;

runCommand(async (lifetime: Lifetime) => {
  await prepare(lifetime, { bundles: true, pages: true });
  const watched = await openWatchedTarget(lifetime);
  const { target } = watched;
  const { holder } = target;
  const checked = (kind: string) => makeHook(holder, { check: { kind, token: 'a secret' } });
  const hooks = await Promise.all([checked('twilio'), checked('mailgun'), checked('github')]);
  // The answer to an open webhook costs a run, so few inputs go to one.
  const forms = ['/api/v1/waits/nope', ...hooks.map((hook) => hook.path), (await makeHook(holder)).path];
  const check = await schemaChecker(target, `${await startHostileUpstream(lifetime)}/long-text`);
  const answers: string[] = [];
  const wrong: string[] = [];
  let next = firstSeed;
  const lane = async () => {
    while (next < firstSeed + count) {
      const seed = next++;
      const random = randomNumbers(seed);
      watched.sent(seed);
      const answer =
        seed % schemaEvery === 0
          ? await check(randomSchema(random))
          : await statusOf(target.port, randomRequest({ forms }, random));
      answers.push(answer);
      if (answers.length % TOLD_EVERY === 0) console.log(`${answers.length} of ${count}: ${tally(answers)}`);
      if (/^(?:5(?!03)|no answer)/.test(answer)) wrong.push(`seed ${seed}: ${answer}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const held = await watched.tellHeld();
  for (const line of wrong.slice(0, SHOWN)) console.log(line);
  const isRunning = target.process.isRunning();
  console.log(`Seeds ${firstSeed} to ${firstSeed + count - 1}: ${tally(answers)}.`);
  console.log(
    `${wrong.length} unexpected answers; the server ${isRunning ? 'was never replaced' : 'ended'}.`,
  );
  return wrong.length + held === 0 && isRunning ? 0 : 1;
});

/** Returns a function that runs an API block whose answer is checked against a schema. */
async function schemaChecker({ holder }: Target, url: string) {
  const block = (config: Record<string, unknown>) => ({
    blocks: {
      s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
      api: { id: 'api', type: 'api', name: 'api', position: { x: 330, y: 0 }, config },
    },
    edges: [{ id: 'e', source: 's', target: 'api' }],
  });
  const id = await holder.createWorkflow('Schemas', block({ url }));
  return async (schema: object): Promise<string> => {
    const assertion = { subject: 'body', name: '', operator: 'schema', value: JSON.stringify(schema) };
    const { status, body } = await holder.call<{ data?: { status: string; error: { code: string } | null } }>(
      'POST',
      `/api/v1/workflows/${id}/blocks/api/send`,
      { document: block({ url, assertions: [assertion] }), samples: {}, input: {} },
    );
    return `${status} ${body.data?.error?.code ?? body.data?.status ?? ''}`.trim();
  };
}

function statusOf(port: number, { method, path: target, headers, body }: StrangersRequest): Promise<string> {
  return new Promise((resolve) => {
    const options = { port, host: '127.0.0.1', method, path: target, headers };
    const request = sendRequest({ ...options, signal: AbortSignal.timeout(ANSWER_MS) }, (response) => {
      response.resume();
      response.on('close', () => resolve(String(response.statusCode)));
    });
    request.on('error', (error) => resolve(error.name === 'TimeoutError' ? 'no answer' : 'closed'));
    request.end(body);
  });
}
