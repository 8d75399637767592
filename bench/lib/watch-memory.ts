import { readFileSync } from 'node:fs';
import type { Lifetime } from '../../e2e/fixtures/app-process';
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
    const all = [pid, ...childrenOf(pid)].map((one) => megabytesOf(one ?? 0, 'VmRSS'));
    highestMb = Math.max(
      highestMb,
      all.reduce((sum, one) => sum + one, 0),
    );
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  lifetime.onEnd(() => clearInterval(timer));
  return { serverMb: () => megabytesOf(pid, 'VmHWM'), allMb: () => highestMb };
}

/** 0 of a process that has ended. */
function megabytesOf(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(new RegExp(`^${what}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1024);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}
