import { pool } from '../../db';
import type { JournalEntry, RunEvent } from '../../engine/ports';
import { answerOf } from '../answer-of';
import { readJournal } from '../claim-executions';
import { runHere } from '../execute-run';
import { fingerprintOf, startClaimed } from '../idempotency-key';
import { codeRunner, outboundClient } from '../run-ports';
import { runRecorder } from '../run-recorder';
import { planOfSnapshot } from '../runnable-workflow';
import { requireHeap } from './heap-budget';
import type { AcceptTask, FingerprintTask, RunEnd, RunTask, ThreadEvent } from './protocol';
import type { RequestsMade } from './requests-made';

const READ_INPUT = 'SELECT input FROM runtime.execution WHERE id = $1';

export interface ThreadRun {
  made: RequestsMade;
  /** Aborted to cancel it. */
  controller: AbortController;
  onEvent: (event: ThreadEvent) => void;
  heapMb: number;
}

/** Runs an execution to its end and records it. @throws OutOfBudget */
export async function runInThread(
  task: RunTask,
  { made, controller, onEvent, heapMb }: ThreadRun,
): Promise<RunEnd> {
  const { row, variables, startedAtMs, wantsEvents, wantsAnswer } = task;
  const outcome = await runHere(
    {
      row,
      plan: await planOfSnapshot(row.workflowId, row.snapshotHash),
      input: JSON.parse(task.input === null ? await readInput(row.executionId) : textOf(task.input)),
      restored: await journalOf(task),
    },
    {
      controller,
      counts: () => {
        requireHeap(heapMb);
        return true;
      },
      startedAtMs,
      variables,
      http: made.before(outboundClient()),
      code: codeRunner(),
      ...(wantsEvents ? { onEvent: (event: RunEvent) => onEvent(asJson(event)) } : {}),
    },
  );
  const { recorded, status, error } = outcome;
  const answer = wantsAnswer && recorded ? JSON.stringify(answerOf(row, outcome)) : null;
  const bytes = answer === null ? null : new TextEncoder().encode(answer);
  return { recorded, status, errorCode: error?.code ?? null, answer: bytes };
}

/** Puts a queued execution where it is safe. */
export async function acceptInThread({ row, input, key }: AcceptTask): Promise<boolean> {
  const whole = { ...row, input: textOf(input) };
  if (key !== null) return startClaimed(key, whole);
  await runRecorder().accept(whole);
  return true;
}

export const fingerprintInThread = ({ asked, input }: FingerprintTask): Uint8Array =>
  new Uint8Array(fingerprintOf({ ...asked, input: JSON.parse(textOf(input)) }));

async function readInput(executionId: string): Promise<string> {
  const { rows } = await pool().query<{ input: string }>(READ_INPUT, [executionId]);
  if (rows[0] === undefined) throw new Error(`Execution ${executionId} is gone.`);
  return rows[0].input;
}

async function journalOf({ journal, row }: RunTask): Promise<JournalEntry[]> {
  return journal === 'stored' ? readJournal(row.executionId) : JSON.parse(journal);
}

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');

function asJson(event: RunEvent): ThreadEvent {
  const blockId = event.blockId;
  return { type: event.type, blockId, json: JSON.stringify(event) };
}
