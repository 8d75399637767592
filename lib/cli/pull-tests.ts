import { printTestFile } from '../core/run-tests/test-file';
import { ApiError, type Client } from '../platform/http/client';
import { getRunTestEndpoint, listRunTestsEndpoint } from '../services/run-tests/endpoints';
import type { RunTest } from '../services/run-tests/schema';
import type { Outcome, PullOptions } from './pull-workflows';
import {
  type FoundTest,
  freePath,
  hashOf,
  type KnownTest,
  readTests,
  removeFromFolder,
  type SyncState,
  testsDirectory,
  writeInFolder,
  writeState,
} from './workflow-folder';

const done = (words: string): Outcome => ({ words, isRefused: false });
const refused = (words: string): Outcome => ({ words, isRefused: true });

/** Brings the files of tests up to the workspace, for the workflows that are known in `state`. */
export async function pullTests(
  folder: string,
  state: SyncState,
  client: Client,
  options: PullOptions,
): Promise<Outcome[]> {
  const files = readTests(folder);
  const before = state.tests ?? {};
  const next: Record<string, KnownTest> = { ...before };
  const outcomes: Outcome[] = [];
  try {
    for (const [workflowId, { file }] of Object.entries(state.workflows)) {
      const tests = await testsOf(client, workflowId);
      if (tests === null) continue;
      for (const test of tests) {
        const outcome = await pullOne(test, testsDirectory(file));
        if (outcome !== null) outcomes.push(outcome);
      }
      const present = new Set(tests.map(({ id }) => id));
      for (const [id, known] of Object.entries(before))
        if (known.workflowId === workflowId && !present.has(id)) outcomes.push(dropOne(id, known));
    }
    for (const [id, known] of Object.entries(before))
      if (state.workflows[known.workflowId] === undefined) outcomes.push(dropOne(id, known));
    return outcomes;
  } finally {
    // Also when it stops in the middle: the files that were written until then are known.
    if (!options.dryRun) writeState(folder, { ...state, tests: next });
  }

  async function pullOne(test: RunTest, directory: string): Promise<Outcome | null> {
    const known = before[test.id];
    const file = known?.file ?? freePath(directory, test.name, isTaken);
    const here = hashIn(files.get(file));
    const isOurs = known !== undefined && here !== known.hash;
    if (known !== undefined && known.version === test.revision) {
      if (!isOurs) return null;
      if (options.side !== 'theirs')
        return done(`${file}: ${files.has(file) ? 'changed' : 'deleted'} here; push sends it`);
    } else if (isOurs && options.side === undefined)
      return refused(
        `${file}: changed here, and the test "${test.name}" was changed in the workspace; ` +
          '--theirs takes the workspace’s, --ours keeps yours',
      );
    const text = await textOfTest(client, test);
    if (typeof text !== 'string') return text;
    const hash = hashOf(text);
    const isKept = here === hash || (isOurs && options.side === 'ours');
    if (!isKept && !options.dryRun) writeInFolder(folder, file, text);
    // Only now: a file that could not be written is not known.
    next[test.id] = { file, version: test.revision, hash, workflowId: test.workflowId };
    if (here === hash) return null;
    if (isKept) return done(`${file}: kept; push replaces the workspace’s changes`);
    return done(`${file}: ${files.has(file) ? 'updated' : 'written'}`);
  }

  function isTaken(file: string): boolean {
    return files.has(file) || Object.values(next).some((known) => known.file === file);
  }

  function dropOne(id: string, { file, hash }: KnownTest): Outcome {
    const isOurs = files.has(file) && hashIn(files.get(file)) !== hash;
    if (isOurs && options.side === undefined)
      return refused(
        `${file}: changed here, but deleted in the workspace; --theirs --delete deletes it, --ours keeps it`,
      );
    if (files.has(file) && options.side !== 'ours') {
      if (!options.delete) return done(`${file}: deleted in the workspace; --delete deletes the file`);
      if (!options.dryRun) removeFromFolder(folder, file);
    }
    delete next[id];
    return done(options.side === 'ours' ? `${file}: kept; push creates it again` : `${file}: deleted`);
  }
}

/** Null for a workflow that was deleted meanwhile, or is not in the workspace any more. */
async function testsOf(client: Client, workflowId: string): Promise<RunTest[] | null> {
  try {
    return (await client.call(listRunTestsEndpoint, { params: { id: workflowId }, query: {} })).data;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null;
    throw error;
  }
}

/** Returns the text of a test's file, or why the key may not read it. */
export async function textOfTest(
  client: Client,
  { id: testId, workflowId, name }: Pick<RunTest, 'id' | 'workflowId' | 'name'>,
): Promise<string | Outcome> {
  try {
    const { data } = await client.call(getRunTestEndpoint, { params: { id: workflowId, testId } });
    const { tags, rules, expected, kept } = data;
    return printTestFile({ name: data.name, tags, rules, expected, kept });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'forbidden') throw error;
    return done(`The test "${name}" was left out: ${error.message}`);
  }
}

const hashIn = (found: FoundTest | undefined): string | null =>
  found === undefined ? null : 'hash' in found ? found.hash : 'unreadable';
