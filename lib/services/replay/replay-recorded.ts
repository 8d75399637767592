import { setImmediate as nextTurn } from 'node:timers/promises';
import { blockDefinitions } from '../../core/blocks/registry/definitions';
import { executors } from '../../core/blocks/registry/executors';
import type { CompiledWorkflow } from '../../core/engine/compile-workflow';
import type { ReferenceBudget } from '../../core/references/reference-budget';
import { type Comparison, compareRuns } from '../../core/replay/compare-runs';
import { type Doubt, doubtsOf } from '../../core/replay/doubts';
import type { RecordedRun } from '../../core/replay/recorded-run';
import { type ReplayedRun, type ReplayPorts, replayRun } from '../../core/replay/replay-run';
import { drawingBy } from '../../core/run-tests/recorded-draws';
import { codeRunner } from '../../platform/sandbox/code-runner';
import { writeJson } from '../../platform/text/json-text';
import { type Environment, environmentOf } from '../variables/environment';
import { readVariables } from '../variables/read-variables';

const MASK = /\{\{([A-Za-z_][A-Za-z0-9_]{0,63})\}\}/g;

export interface ReplayOf {
  workspaceId: string;
  compiled: CompiledWorkflow;
  version: number | null;
  /** Whose plain variables are used; by default that of the version. */
  environment?: Environment | undefined;
  recorded: RecordedRun;
  signal: AbortSignal;
  budget?: ReferenceBudget | undefined;
  /** The names of variables that the run had, as `namesIn` finds them; by default those in its spans. */
  named?: readonly string[] | undefined;
  /** Returns the random bytes of code for a seed; by default those that the run had. */
  draw?: ((seed: string) => string) | undefined;
}

export interface Replayed {
  replayed: ReplayedRun;
  doubts: Doubt[];
}

/**
 * Repeats a past run with another document and returns the differences. Opens no connection except to the
 * database.
 * @throws Outgrown
 */
export async function replayRecorded(asked: ReplayOf): Promise<Comparison & Replayed> {
  const { replayed, doubts } = await replayOnly(asked);
  return { ...compareRuns(asked.compiled, asked.recorded, replayed, blockDefinitions), replayed, doubts };
}

/** Repeats it and compares nothing. @throws Outgrown */
export async function replayOnly(asked: ReplayOf): Promise<Replayed> {
  const { compiled, recorded } = asked;
  const ports = await replayPorts(asked);
  const replayed = await replayRun(compiled, recorded, ports);
  return { replayed, doubts: doubtsOf(compiled, replayed, ports) };
}

/** Returns what such a replay gets from outside: variables by their names, and the code of its workspace. */
export async function replayPorts({
  workspaceId,
  compiled,
  version,
  environment = environmentOf(version),
  recorded,
  signal,
  budget,
  named,
  draw,
}: ReplayOf): Promise<ReplayPorts> {
  const known = await readVariables({ workspaceId, environment });
  const variables = new Map<string, string>();
  for (const [name, value] of known.values)
    variables.set(name, known.plain.has(name) ? value : `{{${name}}}`);
  // A variable that was deleted since had a value then.
  for (const name of named ?? namesIn(recorded.spans))
    if (!variables.has(name) && compiled.variableNames.includes(name)) variables.set(name, `{{${name}}}`);
  const runner = codeRunner(workspaceId);
  return {
    executors,
    definitions: blockDefinitions,
    variables,
    plainVariables: known.plain,
    signal,
    code: draw === undefined ? runner : drawingBy(runner, draw),
    turn: () => nextTurn(),
    budget,
  };
}

/** Returns the names that stand as `{{NAME}}` in recorded values, each once. */
export const namesIn = (values: unknown): string[] => [
  ...new Set(Array.from((writeJson(values) ?? '').matchAll(MASK), ([, name = '']) => name)),
];
