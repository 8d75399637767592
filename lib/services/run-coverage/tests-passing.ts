import type { PassCount } from '../../core/run-coverage/count-passes';
import { isAppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import { replayKept, type Tested } from '../run-tests/replay-test';
import { openTest } from '../run-tests/sealed-test';

const TIMEOUT_MS = 20_000;

/** Runs the tests of a workflow and adds what each passes. Authorise the workflow first. */
export async function addTests(
  count: PassCount,
  workflowId: string,
  tested: Tested,
  signal: AbortSignal,
): Promise<{ run: number; notes: string[] }> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const tests = await prisma().runTest.findMany({
    where: { workflowId },
    select: { id: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  let run = 0;
  for (const { id } of tests) {
    if (within.aborted) break;
    // Read in its turn: all tests of a workflow at once would be 100 MB.
    const row = await prisma().runTest.findUnique({ where: { id }, select: { sealed: true } });
    if (row === null) continue;
    const { kept } = await openTest(id, row.sealed);
    try {
      const { replayed } = await replayKept(kept, tested, within);
      count.add(replayed.outcome.traceSpans);
      run += 1;
    } catch (error) {
      // One that takes too long, or too much memory, passes nothing; the note counts it.
      if (!isAppError(error)) throw error;
    }
  }
  const left = tests.length - run;
  return { run, notes: left === 0 ? [] : [`${left} of ${tests.length} tests were not run to their end.`] };
}
