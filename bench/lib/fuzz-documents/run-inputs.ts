import { type Answer, jsonOf } from './ask';
import type { FuzzCase } from './cases';
import type { JsonText } from './json-texts';
import { type RunError, whatIsWrongWithError } from './judge';
import type { Call, Lane } from './lane';

interface RunResult {
  executionId: string;
  logId?: string;
  status?: string;
  error?: RunError | null;
}

/** Runs the lane's workflow in every possible way, with each of the inputs. */
export async function runAll(lane: Lane, fuzz: FuzzCase, call: Call, isLive: boolean): Promise<void> {
  const { number, inputs, does } = fuzz;
  const { record, workflowId } = lane;
  const path = `/api/v1/workflows/${workflowId}/executions`;
  // Otherwise an earlier version with another document would run.
  const version = isLive ? 'live' : 'draft';
  const bodyOf = (input: JsonText): string => `{"input":${input}}`;
  const [first = '{}', ...others] = inputs;
  let logId: string | undefined;
  if (does.response) {
    const query = `version=${version}&answer=response`;
    const answer = await call('run, response', {
      method: 'POST',
      path: `${path}?${query}`,
      body: bodyOf(first),
    });
    const executionId = answer.headers['x-execution-id'];
    if (typeof executionId === 'string') record.started(number, [executionId]);
  } else if (does.stream) await runWatched(lane, fuzz, call, { path, version, body: bodyOf(first) });
  else {
    const answer = await call('run', {
      method: 'POST',
      path: `${path}?version=${version}`,
      body: bodyOf(first),
    });
    logId = noteRun(lane, number, answer)?.logId;
  }
  for (const input of does.queue ? [...others, first] : others) {
    const query = `version=${version}&mode=async`;
    noteRun(
      lane,
      number,
      await call('queue', { method: 'POST', path: `${path}?${query}`, body: bodyOf(input) }),
    );
  }
  if (does.batch !== null) await runBatch(lane, number, call, { path, version, inputs: does.batch });
  if (logId !== undefined) await readLog(fuzz, call, logId);
  if (does.replay && logId !== undefined)
    await call('replay', { method: 'POST', path: `/api/v1/logs/${logId}/replay`, body: '{}' });
}

/** Reads the ids, which come first, because a large response is not stored whole. */
const headOf = ({ text }: Answer): RunResult | null => {
  const executionId = /^\{"executionId":"([0-9a-f-]{36})"/.exec(text)?.[1];
  const logId = /^\{"executionId":"[0-9a-f-]{36}","logId":"([0-9a-f-]{36})"/.exec(text)?.[1];
  return executionId === undefined ? null : { executionId, ...(logId !== undefined && { logId }) };
};

function noteRun({ record }: Lane, number: number, answer: Answer): RunResult | null {
  if (answer.status !== 200 && answer.status !== 202) return null;
  const run = jsonOf<RunResult>(answer) ?? headOf(answer);
  if (run === null || typeof run.executionId !== 'string') {
    record.find(number, 'run', `${answer.status} without an execution: ${answer.text.slice(0, 200)}`);
    return null;
  }
  record.started(number, [run.executionId]);
  if (answer.status === 200) judgeEnd(run, (words) => record.find(number, 'run', words));
  record.count(`runs ${run.status ?? 'accepted'}${run.error ? ` ${run.error.code}` : ''}`);
  return run;
}

function judgeEnd({ status, error, logId }: RunResult, find: (words: string) => void): void {
  for (const words of whatIsWrongWithError(error)) find(words);
  if (status === 'error' && !error) find('a run failed without an error');
  if (logId === undefined) find('a run ended without a log');
}

async function runWatched(
  { record }: Lane,
  { number }: FuzzCase,
  call: Call,
  { path, version, body }: { path: string; version: string; body: string },
): Promise<void> {
  const headers = { accept: 'text/event-stream' };
  const answer = await call('run, watched', {
    method: 'POST',
    path: `${path}?version=${version}`,
    headers,
    body,
  });
  if (answer.status !== 200) return;
  const executionId = /"executionId":"([0-9a-f-]{36})"/.exec(answer.text)?.[1];
  if (executionId === undefined) {
    record.find(number, 'run, watched', `a stream without an execution: ${answer.text.slice(0, 200)}`);
    return;
  }
  record.started(number, [executionId]);
  const isWhole = answer.bytes === Buffer.byteLength(answer.text);
  if (isWhole && !/"type":"run-(?:finished|parked)"/.test(answer.text))
    record.find(number, 'run, watched', `a stream without an end: …${answer.text.slice(-200)}`);
}

async function runBatch(
  { record }: Lane,
  number: number,
  call: Call,
  { path, version, inputs }: { path: string; version: string; inputs: readonly JsonText[] },
): Promise<void> {
  const body = `{"inputs":[${inputs.join(',')}]}`;
  const answer = await call('batch', { method: 'POST', path: `${path}/batch?version=${version}`, body });
  if (answer.status !== 202) return;
  const data = jsonOf<{ data: Array<{ executionId: string }> }>(answer)?.data ?? [];
  if (data.length !== inputs.length)
    record.find(number, 'batch', `${inputs.length} inputs, ${data.length} executions`);
  record.started(
    number,
    data.map(({ executionId }) => executionId),
  );
}

async function readLog({ random }: FuzzCase, call: Call, logId: string): Promise<void> {
  if (random.chance(0.3)) await call('log', { path: `/api/v1/logs/${logId}` });
}
