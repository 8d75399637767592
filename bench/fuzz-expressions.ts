/**
 * Random programs and inputs in the main thread and in the sandbox, which must agree to the character:
 * `npx tsx bench/fuzz-expressions.ts --count 100000 --seed 1`.
 */
import { parseArgs } from 'node:util';
import { compareTiers } from '../lib/core/expressions/testing/compare-tiers';
import { Random } from '../lib/core/expressions/testing/random';
import { randomProgram } from '../lib/core/expressions/testing/random-programs';
import { createSandbox } from '../lib/platform/sandbox/sandbox';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
});
const count = Number(values.count);
const PROGRAMS_A_CALL = 500;
const SHOWN = 20;

const random = new Random(Number(values.seed));
const sandbox = createSandbox({ threads: 1, timeoutMs: 60_000, maxOutputBytes: 16 * 1024 * 1024 });
let [compared, answered, different] = [0, 0, 0];
while (compared < count) {
  const programs = Array.from({ length: Math.min(PROGRAMS_A_CALL, count - compared) }, () =>
    randomProgram(random),
  );
  const result = await compareTiers(sandbox, programs);
  compared += result.programs;
  answered += result.answered;
  for (const { program, here, sandbox: there } of result.differences) {
    different += 1;
    if (different <= SHOWN) console.log(JSON.stringify(program), `\n  here ${here}\n  sandbox ${there}`);
  }
}
sandbox.close();
const share = ((answered / compared) * 100).toFixed(0);
console.log(`${compared} programs, ${answered} (${share} %) in the first tier: ${different} differences.`);
process.exitCode = different === 0 ? 0 : 1;
