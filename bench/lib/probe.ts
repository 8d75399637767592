import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Lifetime } from '../../e2e/fixtures/app-process';
import type { ProbeSample, ProbeTarget } from './probe-process';

export interface Probe {
  /** The samples since the last call. */
  take(): Promise<ProbeSample[]>;
}

/** Starts requesting the targets; see probe-process.ts. */
export function startProbe(lifetime: Lifetime, targets: readonly ProbeTarget[]): Probe {
  const child = fork(path.join(import.meta.dirname, 'probe-process.ts'), { execArgv: ['--import', 'tsx'] });
  lifetime.onEnd(() => void (child.connected && child.disconnect()));
  child.send(targets);
  return {
    take: async () => {
      child.send('report');
      const [samples] = (await once(child, 'message')) as [ProbeSample[]];
      return samples;
    },
  };
}
