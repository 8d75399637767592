import type { TestFile } from '../core/run-tests/test-file';
import { ApiError, type Client } from '../platform/http/client';
import {
  createRunTestEndpoint,
  deleteRunTestEndpoint,
  listRunTestsEndpoint,
  updateRunTestEndpoint,
} from '../services/run-tests/endpoints';
import type { RunTest } from '../services/run-tests/schema';
import { textOfTest } from './pull-tests';
import type { Outcome } from './pull-workflows';
import type { PushOptions } from './push-workflows';
import {
  type FoundTest,
  hashOf,
  type KnownTest,
  readTests,
  type SyncState,
  workflowFileOf,
  writeInFolder,
  writeState,
} from './workflow-folder';

type Readable = Extract<FoundTest, { hash: string }>;

interface PushedTests extends Pick<PushOptions, 'delete' | 'dryRun'> {
  /** True for the file of a workflow whose tests are pushed now. */
  takes: (workflowFile: string) => boolean;
  /** True if missing files are looked at too. */
  isLast: boolean;
}

/** Brings the tests of the workspace up to the folder, each with its outcome. */
export async function pushTests(
  folder: string,
  state: SyncState,
  client: Client,
  options: PushedTests,
): Promise<Outcome[]> {
  const files = readTests(folder);
  const workflowOf = new Map(Object.entries(state.workflows).map(([id, { file }]) => [file, id]));
  const tests = followMoves(state.tests ?? {}, files, workflowOf);
  const idOf = new Map(Object.entries(tests).map(([id, { file }]) => [file, id]));
  const outcomes: Outcome[] = [];
  const settle = async (file: string, act: () => Promise<string | null>): Promise<void> => {
    try {
      const words = await act();
      if (words !== null) outcomes.push({ words: `${file}: ${words}`, isRefused: false });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      outcomes.push({ words: `${file}: ${wordsOf(error)}`, isRefused: true });
    } finally {
      if (!options.dryRun) writeState(folder, { ...state, tests });
    }
  };
  for (const [file, found] of files) {
    if (!options.takes(workflowFileOf(file))) continue;
    const id = idOf.get(file);
    const workflowId = workflowOf.get(workflowFileOf(file));
    if (id !== undefined && 'hash' in found && found.hash === tests[id]?.hash) continue;
    if ('problem' in found) outcomes.push({ words: found.problem, isRefused: true });
    else if (workflowId === undefined) outcomes.push(withoutWorkflow(file, options.dryRun));
    else
      await settle(file, () =>
        id === undefined ? create(file, found, workflowId) : change(id, file, found),
      );
  }
  for (const [id, known] of Object.entries(tests))
    if (options.isLast && !files.has(known.file)) await settle(known.file, () => remove(id, known));
  // Files that were only moved have no outcome.
  if (!options.dryRun && Object.keys(tests).length > 0) writeState(folder, { ...state, tests });
  return outcomes;

  async function create(file: string, { content, hash }: Readable, workflowId: string): Promise<string> {
    if (options.dryRun) return 'would be created';
    const { data } = await client.call(createRunTestEndpoint, {
      params: { id: workflowId },
      body: bodyOf(content),
    });
    await settleFile(data, file, hash);
    return 'created';
  }

  async function change(id: string, file: string, { content, hash }: Readable): Promise<string> {
    const { workflowId, version } = tests[id] as KnownTest;
    if (options.dryRun) return 'would be saved';
    const { data } = await client.call(updateRunTestEndpoint, {
      params: { id: workflowId, testId: id },
      body: { ...bodyOf(content), revision: version },
    });
    await settleFile(data, file, hash);
    return 'saved';
  }

  /** The file as it is stored: with defaults that it didn't mention. */
  async function settleFile(test: RunTest, file: string, hashHere: string): Promise<void> {
    const text = await textOfTest(client, test);
    const hash = typeof text === 'string' ? hashOf(text) : hashHere;
    tests[test.id] = { file, version: test.revision, hash, workflowId: test.workflowId };
    if (typeof text === 'string' && hash !== hashHere) writeInFolder(folder, file, text);
  }

  async function remove(id: string, { workflowId, version }: KnownTest): Promise<string | null> {
    if (state.workflows[workflowId] === undefined) {
      // It went with its workflow.
      delete tests[id];
      return null;
    }
    if (!options.delete) return 'deleted here; --delete deletes the test';
    const { data } = await client.call(listRunTestsEndpoint, { params: { id: workflowId }, query: {} });
    const there = data.find((test) => test.id === id);
    if (there !== undefined && there.revision !== version)
      return 'kept in the workspace, where it was changed since the last pull; pull first';
    if (options.dryRun) return 'would be deleted in the workspace';
    if (there !== undefined)
      await client.call(deleteRunTestEndpoint, { params: { id: workflowId, testId: id } });
    delete tests[id];
    return 'deleted in the workspace';
  }
}

const withoutWorkflow = (file: string, isDryRun: boolean): Outcome =>
  isDryRun
    ? { words: `${file}: would be created`, isRefused: false }
    : { words: `${file}: its workflow ${workflowFileOf(file)} is not in the workspace`, isRefused: true };

const bodyOf = ({ name, tags, rules, expected, kept }: TestFile) => ({ name, tags, rules, expected, kept });

function wordsOf(error: ApiError): string {
  const issues = error.problem.errors ?? [];
  if (issues.length > 0) return issues.map(({ param, message }) => `${param}: ${message}`).join(' ');
  if (error.code !== 'conflict') return error.message;
  return 'the test was changed in the workspace since the last pull; pull first';
}

/**
 * A missing file was moved when a new one of the same workflow has its content: its workflow was renamed, for
 * example. `workflowOf`: the ids of workflows by their files; one that is not known yet may be the same.
 */
function followMoves(
  before: Readonly<Record<string, KnownTest>>,
  files: ReadonlyMap<string, FoundTest>,
  workflowOf: ReadonlyMap<string, string>,
): Record<string, KnownTest> {
  const isOf = (file: string, workflowId: string): boolean =>
    (workflowOf.get(workflowFileOf(file)) ?? workflowId) === workflowId;
  const named = new Set(Object.values(before).map(({ file }) => file));
  const unnamed = [...files].filter(([file]) => !named.has(file));
  const after = { ...before };
  for (const [id, known] of Object.entries(before)) {
    if (files.has(known.file)) continue;
    const at = unnamed.findIndex(
      ([file, found]) => 'hash' in found && found.hash === known.hash && isOf(file, known.workflowId),
    );
    const [moved] = at === -1 ? [] : unnamed.splice(at, 1);
    if (moved !== undefined) after[id] = { ...known, file: moved[0] };
  }
  return after;
}
