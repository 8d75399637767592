import { type Reply, reply } from '../../platform/http/reply';
import { logger } from '../../platform/logging/logger';
import { acceptedReply } from '../runs/accepted-reply';
import { responseReply } from '../runs/response-reply';
import { type EndedRun, endedRun } from '../runs/run-answer';
import type { ExecutionRow } from '../runs/shapes/execution-row';
import { type AdmittedRun, runToEnd } from '../runs/start-run';

/** Senders and proxies give up about then; the run goes on. */
const ANSWER_WITHIN_MS = 55_000;

/** Runs it and answers as its Response block says; 202 when it parks, or takes too long. */
export async function answerByRun(run: AdmittedRun): Promise<Reply> {
  const { row } = run;
  const { executionId } = row;
  const ending = runToEnd(run);
  const end = await withinTime(ending);
  if (end === null) {
    ending.catch((error) => logger('hooks').error('a run failed after its caller', { executionId, error }));
    return acceptedReply(executionId);
  }
  return end.kind === 'parked' ? acceptedReply(executionId) : replyOf(row, endedRun(row, end));
}

async function withinTime<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ANSWER_WITHIN_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function replyOf(row: ExecutionRow, ended: EndedRun): Promise<Reply> {
  // What went wrong is for who may read the log, not for whoever sends requests.
  const failed = reply({ executionId: row.executionId, status: 'error' }, 500);
  if (ended.response === null && ended.status === 'error') return failed;
  return (await responseReply(row, ended)) ?? failed;
}
