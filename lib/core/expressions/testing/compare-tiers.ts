import { inspect, isDeepStrictEqual } from 'node:util';
import type { CodeRunner } from '../../../platform/sandbox/contract';
import { writeJson } from '../../../platform/text/json-text';
import { valueHere } from '../in-two-tiers';
import { wrapped } from '../read-program';
import type { RandomProgram } from './random-programs';

export interface Comparison {
  programs: number;
  /** The number of programs that the first tier answered. */
  answered: number;
  differences: Array<{ program: RandomProgram; here: string; sandbox: string }>;
}

/**
 * Evaluates each program as the sandbox does, many in one call; returns JSON of each result, or null if
 * it threw.
 */
const EVALUATE_ALL = `
  const evaluate = eval;
  const results = [];
  for (const { text, inputs } of programs) {
    let json = null;
    try {
      json = JSON.stringify(await evaluate(text)(...JSON.parse(inputs)), (key, value) => {
        if (typeof value === 'function' || typeof value === 'bigint') throw new Error('no value');
        return value;
      }) ?? 'null';
    } catch {}
    results.push(json);
  }
  return results;`;

/** Compares the first tier's results with the sandbox's: they must be the same, character for character. */
export async function compareTiers(
  sandbox: CodeRunner,
  programs: readonly RandomProgram[],
): Promise<Comparison> {
  const answers = programs.map((program) => {
    const before = inputsOf(program);
    const found = valueHere(program.kind, program);
    if (inputsOf(program) !== before) throw new Error(`The first tier changed its input: ${program.code}`);
    return found && { program, value: found.result, json: JSON.stringify(found.result) };
  });
  const answered = answers.filter((answer) => answer !== null);
  const request = answered.map(({ program }) => ({
    text: wrapped(program.kind, program.code, Object.keys(program.bindings)),
    inputs: inputsOf(program),
  }));
  const { signal } = new AbortController();
  const bindings = { programs: request };
  const result = await sandbox.run({ kind: 'function', code: EVALUATE_ALL, bindings, signal });
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  const expected = result.value as Array<string | null>;
  const differences = answered.flatMap(({ program, value, json }, index) => {
    const there = expected[index] ?? null;
    // The text shows the order of members, the value what JSON hides: -0, NaN, undefined.
    const isSame = json === there && isDeepStrictEqual(JSON.parse(there), value);
    return isSame ? [] : [{ program, here: inspect(value), sandbox: there ?? 'an error' }];
  });
  return { programs: programs.length, answered: answered.length, differences };
}

/** Returns the inputs as the sandbox gets them. */
const inputsOf = ({ bindings }: RandomProgram): string => writeJson(Object.values(bindings));
