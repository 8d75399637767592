import { ExpectationRules } from '../../core/run-tests/rule';
import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import { processSingleton } from '../../platform/process-singleton';
import type { Actor } from '../access/actor';
import { runnableVersions } from '../runs/compiled/runnable-workflow';
import { findWorkflow } from '../workflows/find-workflow';
import { type Tested, tryTest } from './replay-test';
import { requireLogsToo } from './require-logs-too';
import type { TestedVersion, TestResult, TestRun } from './schema';
import { openTest } from './sealed-test';

const TIMEOUT_MS = 60_000;
const MOST_AT_ONCE = 3;

/** The numbers of test runs that are under way, by workspace. */
const underWay = (): Map<string, number> => processSingleton('test-runs', () => new Map());

export interface RunTests {
  /** The id of the workflow. */
  id: string;
  version: TestedVersion;
  testIds?: string[] | undefined;
  tags?: string[] | undefined;
}

/** Runs tests of a workflow. Sends and logs nothing. @throws AppError not_found, forbidden, conflict */
export async function runTests(
  actor: Actor,
  { id, version, testIds, tags }: RunTests,
  signal: AbortSignal,
): Promise<{ data: TestRun }> {
  requireLogsToo(actor);
  const { workspaceId } = await findWorkflow(actor, id, 'reader');
  const tested = await testedVersion(id, version);
  return { data: await inTestTurn(workspaceId, () => runAll(id, tested, { testIds, tags }, signal)) };
}

/** Limits the test runs of a workspace that are under way. @throws AppError conflict */
export async function inTestTurn<T>(workspaceId: string, run: () => Promise<T>): Promise<T> {
  const busy = underWay();
  const others = busy.get(workspaceId) ?? 0;
  if (others >= MOST_AT_ONCE)
    throw new AppError(
      'conflict',
      'Tests of this workspace are running already. Wait until they have ended.',
    );
  busy.set(workspaceId, others + 1);
  try {
    return await run();
  } finally {
    const left = (busy.get(workspaceId) ?? 1) - 1;
    if (left === 0) busy.delete(workspaceId);
    else busy.set(workspaceId, left);
  }
}

/** @throws AppError not_found */
export async function testedVersion(workflowId: string, version: TestedVersion): Promise<Tested> {
  const chosen = await (await runnableVersions(workflowId))?.choose(version);
  if (!chosen) throw new AppError('not_found', 'The workflow has no such version.');
  return chosen;
}

/**
 * Runs tests one after the other, so that they never fill the event loop. Authorise the workflow first. A
 * test whose turn doesn't come in time fails.
 */
export async function runAll(
  workflowId: string,
  tested: Tested,
  { testIds, tags }: Pick<RunTests, 'testIds' | 'tags'>,
  signal: AbortSignal,
): Promise<TestRun> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const chosen = await prisma().runTest.findMany({
    where: {
      workflowId,
      ...(testIds !== undefined && { id: { in: testIds.filter(isId) } }),
      ...(tags !== undefined && { tags: { hasSome: tags } }),
    },
    select: { id: true, name: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  const results: TestResult[] = [];
  for (const test of chosen) {
    const result = within.aborted ? notRun(test) : await runOne(test, tested, within);
    if (result !== null) results.push(result);
  }
  const passed = results.filter(({ status }) => status === 'passed').length;
  const { length: total } = results;
  return { version: tested.version, total, passed, failed: total - passed, results };
}

interface ChosenTest {
  id: string;
  name: string;
}

/** Null for a test that was deleted meanwhile. */
async function runOne(
  { id, name }: ChosenTest,
  tested: Tested,
  signal: AbortSignal,
): Promise<TestResult | null> {
  // Read in its turn: all tests of a workflow at once would be 100 MB.
  const row = await prisma().runTest.findUnique({ where: { id }, select: { sealed: true, rules: true } });
  if (row === null) return null;
  const content = await openTest(id, row.sealed);
  const expectation = { ...content, rules: ExpectationRules.parse(row.rules) };
  const { differences, count, doubts, problem } = await tryTest(expectation, tested, signal);
  const status = problem === null && count === 0 ? 'passed' : 'failed';
  return { testId: id, name, status, problem, differences, differenceCount: count, doubts };
}

const notRun = ({ id: testId, name }: ChosenTest): TestResult => ({
  testId,
  name,
  status: 'failed',
  problem: `It was not run, because the tests before it took ${TIMEOUT_MS / 1000} s.`,
  differences: [],
  differenceCount: 0,
  doubts: [],
});
