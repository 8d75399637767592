import type { Lifetime } from '../../e2e/fixtures/app-process';
import { memoryMb } from '../../e2e/fixtures/process-memory';
import { childrenOf } from '../../scripts/lib/process-identity.mjs';

export interface Memory {
  /** The highest that the server itself has had resident, in MB. */
  serverMb(): number;
  /** With the processes that it starts for runs, as looked at every second: what they share counts twice. */
  allMb(): number;
}

const LOOK_EVERY_MS = 1_000;

export function watchMemory(lifetime: Lifetime, pid: number): Memory {
  let highestMb = 0;
  const look = (): void => {
    const all = [pid, ...childrenOf(pid)].map((one) => memoryOrNone(one ?? 0));
    highestMb = Math.max(
      highestMb,
      all.reduce((sum, one) => sum + one, 0),
    );
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  lifetime.onEnd(() => clearInterval(timer));
  return { serverMb: () => Math.round(memoryOrNone(pid, 'VmHWM')), allMb: () => Math.round(highestMb) };
}

/** 0 of a process that has ended: children come and go, and whether the server runs is asked elsewhere. */
function memoryOrNone(...process: Parameters<typeof memoryMb>): number {
  try {
    return memoryMb(...process);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}
