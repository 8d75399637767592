import { once } from 'node:events';
import path from 'node:path';
import { forkBundled } from '../../../platform/testing/fork-bundled';

export interface LargeAnswers {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  /** Paths of the requests so far. */
  asked(): Promise<string[]>;
  /** Answers what asked for `/wait`. */
  goOn(): void;
  stop(): void;
}

/** Starts the remote of `large-answers-process.ts`. */
export async function startLargeAnswers(): Promise<LargeAnswers> {
  const remote = forkBundled(path.join(import.meta.dirname, 'large-answers-process.ts'));
  const [port] = await once(remote, 'message');
  return {
    origin: `http://127.0.0.1:${port}`,
    asked: async () => {
      remote.send('asked');
      const [paths] = await once(remote, 'message');
      return paths;
    },
    goOn: () => void remote.send('go on'),
    stop: () => remote.disconnect(),
  };
}
