import type { CodeResult, CodeRunner, CodeSource } from '../../platform/sandbox/contract';
import { compileBody, type Run } from './compile';
import { charge, type Frame, isNotHere } from './frame';
import { type CodeKind, readProgram } from './read-program';
import { SourceCache, sourceKey } from './source-cache';
import { copyOfResult, isPlainData } from './values';

/** Takes a few milliseconds at most (budget.test.ts). */
const MAX_UNITS = 40_000;
const CALLS_ELSEWHERE = 100;

interface Compiled {
  run: Run;
  cost: number;
  /** The number of next calls that go straight to the sandbox, because one ran out of budget here. */
  callsElsewhere: number;
}

/** Null: only the sandbox can evaluate this source. Boxed, because the cache can't hold null. */
const programs = new SourceCache<{ compiled: Compiled | null }>();

/**
 * Returns a runner that evaluates small expressions itself, in the main thread, and leaves the rest to
 * the sandbox: code it can't read, values that aren't plain data, code that costs too much or would be
 * an error. So every error and every limit is the sandbox's own, and a result is the one that the
 * sandbox would have given (docs/decisions/expressions-in-two-tiers.md).
 */
export function inTwoTiers(sandbox: CodeRunner): CodeRunner {
  return {
    async run(request) {
      const value = request.signal.aborted ? null : valueHere(request.kind, request);
      return value === null ? sandbox.run(request) : succeeded(value.result);
    },
    async firstTrue(request) {
      const index = request.signal.aborted ? null : firstTrueHere(request.expressions);
      return index === null ? sandbox.firstTrue(request) : succeeded(index.result);
    },
  };
}

const succeeded = <Value>(value: Value): CodeResult<Value> => ({ ok: true, value, console: [] });

/** True if such code always goes to the sandbox, whatever its values. */
export const isForSandbox = (kind: CodeKind, { code, bindings }: CodeSource): boolean =>
  compiledOf(kind, code, Object.keys(bindings)) === null;

/** Returns null if only the sandbox can evaluate it. */
export function valueHere(kind: CodeKind, source: CodeSource): { result: unknown } | null {
  return evaluateHere(kind, [source], (frame, [run]) => copyOfResult(run?.(frame), frame));
}

function firstTrueHere(expressions: readonly CodeSource[]): { result: number | null } | null {
  return evaluateHere('expression', expressions, (frame, runs) => {
    const index = runs.findIndex((run) => run(frame));
    return index < 0 ? null : index;
  });
}

/** Reads all sources before evaluating the first, as the sandbox does: a mistake in the last one shows. */
function evaluateHere<Result>(
  kind: CodeKind,
  sources: readonly CodeSource[],
  use: (frame: Frame, runs: readonly Run[]) => Result,
): { result: Result } | null {
  const compiled: Compiled[] = [];
  for (const { code, bindings } of sources) {
    const program = compiledOf(kind, code, Object.keys(bindings));
    if (program === null || mustRest(program) || !Object.values(bindings).every(isPlainData)) return null;
    compiled.push(program);
  }
  const frame: Frame = { slots: [], unitsLeft: MAX_UNITS };
  const runs = compiled.map((program, index) => bound(program, sources[index] as CodeSource));
  try {
    return { result: use(frame, runs) };
  } catch (error) {
    if (!isNotHere(error)) throw error;
    if (frame.unitsLeft < 0) for (const program of compiled) program.callsElsewhere = CALLS_ELSEWHERE;
    return null;
  }
}

function compiledOf(kind: CodeKind, code: string, names: readonly string[]): Compiled | null {
  const { compiled } = programs.get(`${kind} ${sourceKey(code, names)}`, () => {
    const program = readProgram(kind, code, names);
    if (program === null) return { compiled: null };
    return { compiled: { run: compileBody(program.body), cost: program.cost, callsElsewhere: 0 } };
  });
  return compiled;
}

function mustRest(program: Compiled): boolean {
  if (program.callsElsewhere === 0) return false;
  program.callsElsewhere -= 1;
  return true;
}

/** Binds the variables, whose values come first in a frame. */
function bound({ run, cost }: Compiled, { bindings }: CodeSource): Run {
  return (frame) => {
    charge(frame, cost);
    Object.values(bindings).forEach((value, slot) => {
      frame.slots[slot] = value;
    });
    return run(frame);
  };
}
