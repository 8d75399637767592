import { setImmediate as nextTurn } from 'node:timers/promises';
import { blockDefinitions } from '../core/blocks/registry/definitions';
import { executors } from '../core/blocks/registry/executors';
import { type CompiledWorkflow, compileWorkflow } from '../core/engine/compile-workflow';
import { ReferenceBudget } from '../core/references/reference-budget';
import { replayRun } from '../core/replay/replay-run';
import { differenceWords } from '../core/run-tests/difference-words';
import { judgeRun } from '../core/run-tests/judge-run';
import { drawingBy, drawsOf } from '../core/run-tests/recorded-draws';
import { recordOf } from '../core/run-tests/test-content';
import type { TestFile } from '../core/run-tests/test-file';
import type { CodeRunner } from '../platform/sandbox/contract';
import { createSandbox } from '../platform/sandbox/sandbox';
import type { SandboxFiles } from '../platform/sandbox/sandbox-files';
import { type FileNames, fileNames } from './file-names';
import { type FoundFile, readFolder, readState, readTests, workflowFileOf } from './workflow-folder';

const TIMEOUT_MS = 5_000;

export interface OfflineResult {
  name: string;
  /** Of the test, and of its workflow: relative to the folder. */
  file: string;
  workflowFile: string;
  durationMs: number;
  /** Why it has no result; null if it was run. */
  problem: string | null;
  /** In words; none if it passed. */
  differences: string[];
}

export interface OfflineTests {
  folder: string;
  /** Only tests with this tag. */
  tag?: string | undefined;
  /** Values of plain variables. */
  variables: ReadonlyMap<string, string>;
  /** The sandbox's files, where they are not those of the clone. */
  sandboxFiles?: SandboxFiles | undefined;
}

/** Runs the tests in a folder, by their files. Sends nothing, and asks no server or database. */
export async function runOffline({
  folder,
  tag,
  variables,
  sandboxFiles,
}: OfflineTests): Promise<OfflineResult[]> {
  const workflows = readFolder(folder);
  // Recorded runs have ids where files have names.
  const { workflows: pulled = {}, kept = {} } = readState(folder) ?? {};
  const known = [...Object.entries(pulled), ...Object.entries(kept)];
  const names = fileNames(known.map(([id, { file }]) => [id, file] as const));
  const sandbox = createSandbox(sandboxFiles === undefined ? {} : { files: sandboxFiles });
  const code = sandbox.forOwner('tests');
  const compiled = new Map<string, CompiledWorkflow | string>();
  const compiledOf = (file: string): CompiledWorkflow | string => {
    const known = compiled.get(file) ?? compileFile(file, workflows.get(file), names);
    compiled.set(file, known);
    return known;
  };
  try {
    const results: OfflineResult[] = [];
    for (const [file, found] of [...readTests(folder)].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const workflowFile = workflowFileOf(file);
      const begun = { file, workflowFile, durationMs: 0, differences: [] };
      if ('problem' in found) {
        results.push({ ...begun, name: file, problem: found.problem });
        continue;
      }
      const { name, tags } = found.content;
      if (tag !== undefined && !tags.includes(tag)) continue;
      const workflow = compiledOf(workflowFile);
      if (typeof workflow === 'string') {
        results.push({ ...begun, name, problem: workflow });
        continue;
      }
      const startMs = performance.now();
      const tried = await tryOne(found.content, workflow, { code, variables });
      results.push({ ...begun, ...tried, name, durationMs: performance.now() - startMs });
    }
    return results;
  } finally {
    sandbox.close();
  }
}

function compileFile(
  file: string,
  found: FoundFile | undefined,
  names: FileNames,
): CompiledWorkflow | string {
  if (found === undefined) return `There is no workflow ${file} for this test.`;
  if ('problem' in found) return found.problem;
  const { document } = names.inWorkspace(found.content.document);
  const compiled = compileWorkflow(document, blockDefinitions);
  return compiled.problem === null ? compiled : `${file}: ${compiled.problem.message}`;
}

async function tryOne(
  { kept, expected, rules }: TestFile,
  compiled: CompiledWorkflow,
  { code, variables: plain }: { code: CodeRunner; variables: ReadonlyMap<string, string> },
): Promise<Pick<OfflineResult, 'problem' | 'differences'>> {
  // Secrets have their names as values, as in the record.
  const names = [...compiled.variableNames, ...(kept.variables ?? [])];
  const variables = new Map(names.map((name) => [name, plain.get(name) ?? `{{${name}}}`]));
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const replayed = await replayRun(compiled, recordOf(kept), {
    executors,
    definitions: blockDefinitions,
    code: drawingBy(code, drawsOf(kept)),
    variables,
    plainVariables: new Set(plain.keys()),
    signal,
    budget: new ReferenceBudget(null),
    turn: () => nextTurn(),
  });
  if (signal.aborted)
    return { problem: `It took more than ${TIMEOUT_MS / 1_000} s and was stopped.`, differences: [] };
  const { differences, count } = judgeRun(compiled, replayed, { expected, rules }, blockDefinitions);
  const more = count - differences.length;
  return {
    problem: null,
    differences: [
      ...differences.map(differenceWords),
      ...(more > 0 ? [`And ${more} more differences.`] : []),
    ],
  };
}
