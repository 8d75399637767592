/**
 * Random Yjs updates, honest, broken and hostile, against a started server. No update may hold its event loop,
 * and the workflow must stay one that people can edit:
 * `npx tsx bench/fuzz-updates.ts --count 5000 --seed 1 --size 20000`.
 */
import { parseArgs } from 'node:util';
import { randomNumbers } from '../lib/core/shared-document/testing/random-changes';
import { randomUpdates } from '../lib/core/shared-document/testing/random-updates';
import { SMALL_DOCUMENT } from '../lib/core/workflow/example-document';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { prepare } from '../scripts/lib/prepare.mjs';
import { tally } from './lib/attacks/attack';
import { editingSession } from './lib/editing-session';
import { openWatchedTarget } from './lib/watched-target';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    size: { type: 'string', default: '20000' },
  },
});
const [count, firstSeed, size] = [Number(values.count), Number(values.seed), Number(values.size)];

/** A workflow is given up for a new one after this many updates, so that seeds begin from few states. */
const UPDATES_A_WORKFLOW = 50;
const TOLD_EVERY = 250;
/** Every seed's update is refused in words or accepted; whatever else is a defect. */
const EXPECTED =
  /^(?:200|400 invalid_request|403 quota_exceeded|409 conflict|413 payload_too_large|429 rate_limited)$/;

runCommand(async (lifetime: Lifetime) => {
  await prepare(lifetime, { bundles: true, pages: true });
  const watched = await openWatchedTarget(lifetime);
  const { target } = watched;
  const answers: string[] = [];
  let wrong = 0;
  let session = editingSession(target, await target.holder.createWorkflow('Fuzz', SMALL_DOCUMENT));
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    if ((seed - firstSeed) % UPDATES_A_WORKFLOW === 0)
      session = editingSession(target, await target.holder.createWorkflow(`Fuzz ${seed}`, SMALL_DOCUMENT));
    const { epoch, state } = await session.read();
    const updates = randomUpdates(state, randomNumbers(seed), size);
    watched.sent(seed);
    const answer = await session.send(epoch, updates);
    answers.push(answer);
    if (answers.length % TOLD_EVERY === 0) console.log(`${answers.length} of ${count}: ${tally(answers)}`);
    if (EXPECTED.test(answer)) continue;
    wrong += 1;
    console.log(`seed ${seed}: ${answer} (${updates.map(({ length }) => length).join(' + ')} bytes)`);
  }
  const held = await watched.tellHeld();
  console.log(`Seeds ${firstSeed} to ${firstSeed + count - 1}: ${tally(answers)}.`);
  console.log(`${wrong} unexpected responses.`);
  return wrong + held === 0 && target.process.isRunning() ? 0 : 1;
});
