import { parentPort } from 'node:worker_threads';
import { isAppError } from '../../../platform/errors';
import type { FromThread, ThreadTask } from '../thread-protocol';
import { performTask } from './perform-task';

/** A thread beside the event loop: it holds open documents, and does one task at a time with them. */
const tell = (message: FromThread): void => parentPort?.postMessage(message);

parentPort?.on('message', (task: ThreadTask) => {
  void performTask(task)
    .then((result) => task.kind !== 'close' && tell({ type: 'done', result }))
    .catch((error: unknown) => {
      if (!isAppError(error)) return tell({ type: 'failed', error });
      const { code, message, issues } = error;
      return tell({ type: 'refused', failure: { code, message, issues } });
    });
});
tell({ type: 'ready' });
