import { afterAll, expect, it } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { createSandbox } from '../../platform/sandbox/sandbox';
import { compareTiers } from './testing/compare-tiers';
import { Random } from './testing/random';
import { randomProgram } from './testing/random-programs';

/** `THOROUGH=10` tries ten times as many random cases. */
const THOROUGH = Number(process.env.THOROUGH ?? 1);

const PROGRAMS = 1_000 * THOROUGH;
const PROGRAMS_A_CALL = 500;
/** Most of the other programs throw or contain something hostile. */
const LEAST_ANSWERED = PROGRAMS / 5;

const sandbox = createSandbox({ threads: 1, timeoutMs: 60_000, maxOutputBytes: 16 * 1024 * 1024 });
afterAll(() => sandbox.close());

it('random programs give the same in the main thread as in the sandbox', {
  timeout: patient(120_000 * THOROUGH),
}, async () => {
  const seed = Math.floor(Math.random() * 2 ** 32);
  const random = new Random(seed);
  let answered = 0;
  for (let done = 0; done < PROGRAMS; done += PROGRAMS_A_CALL) {
    const programs = Array.from({ length: PROGRAMS_A_CALL }, () => randomProgram(random));
    const result = await compareTiers(sandbox, programs);
    answered += result.answered;
    expect(result.differences, `npx tsx bench/fuzz-expressions.ts --seed ${seed}`).toEqual([]);
  }
  expect(answered).toBeGreaterThan(LEAST_ANSWERED);
});
