import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { databaseFault } from '../../database-faults';
import { isAppError } from '../../errors';
import { logger } from '../../logger';
import { followLease, thisProcess } from '../process-lease';
import { checkInput } from './check-input';
import { OutOfBudget } from './heap-budget';
import type {
  FromThread,
  TaskResults,
  ThreadFailure,
  ThreadSettings,
  ThreadTask,
  ToThread,
} from './protocol';
import { RequestsMade } from './requests-made';
import { acceptInThread, fingerprintInThread, runInThread } from './run-in-thread';

/** A thread beside the event loop: it does whole tasks, with connections of its own to the database and to the outside. */
const port = parentPort!;
const tasks = new Map<number, { controller: AbortController; made: RequestsMade }>();

// Where the system schedules threads one by one, those who wait for the event loop go first on a busy machine.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

const { processId, timing, heapMb, renewedAtMs }: ThreadSettings = workerData;
Object.assign(thisProcess(), { id: processId, timing });
if (renewedAtMs !== null) followLease(renewedAtMs);
const tell = (message: FromThread, moved: ArrayBuffer[] = []): void => port.postMessage(message, moved);

port.on('message', (message: ToThread) => {
  if (message.type === 'lease') return followLease(message.renewedAtMs);
  const { id } = message;
  if (message.type === 'cancel') tasks.get(id)?.controller.abort();
  else if (message.type === 'answered') tasks.get(id)?.made.answer(message.index, message.result);
  else
    perform(id, message.task)
      .then((result) => tell({ type: 'done', id, result }, bytesOf(result)))
      .catch((error) => tell({ type: 'failed', id, failure: failureOf(error, message.task) }));
});

async function perform(id: number, task: ThreadTask): Promise<TaskResults[keyof TaskResults]> {
  if (task.kind === 'check') return checkInput(task.text);
  if (task.kind === 'accept') return acceptInThread(task);
  if (task.kind === 'fingerprint') return fingerprintInThread(task);
  const controller = new AbortController();
  const made = new RequestsMade(task.requests);
  tasks.set(id, { controller, made });
  try {
    return await runInThread(task, {
      made,
      controller,
      heapMb,
      onEvent: (event) => tell({ type: 'event', id, event }),
    });
  } finally {
    tasks.delete(id);
  }
}

function bytesOf(result: TaskResults[keyof TaskResults]): ArrayBuffer[] {
  if (typeof result === 'boolean') return [];
  const bytes = result instanceof Uint8Array ? result : result.answer;
  return bytes === null ? [] : [bytes.buffer as ArrayBuffer];
}

function failureOf(error: unknown, task: ThreadTask): ThreadFailure {
  if (isAppError(error)) {
    const { code, message, issues, headers } = error;
    return { kind: 'expected', code, message, issues, headers };
  }
  if (error instanceof OutOfBudget) return { kind: 'out-of-memory' };
  const fault = databaseFault(error);
  if (fault !== null) return { kind: 'database', fault };
  const about = 'row' in task ? { executionId: task.row.executionId } : {};
  logger('runs').error('a task failed in a thread', { ...about, task: task.kind, error });
  return { kind: 'defect' };
}
