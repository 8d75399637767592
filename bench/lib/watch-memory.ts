import { writeFileSync } from 'node:fs';
import type { Lifetime } from '../../e2e/fixtures/app-process';
import { memoryMb } from '../../e2e/fixtures/process-memory';
import { childrenOf } from '../../scripts/lib/process-identity.mjs';

export interface Memory {
  /** Returns the peak resident memory of the server itself, in MB. */
  serverMb(): number;
  /** Returns the peak including its child processes for runs, sampled several times a second. */
  allMb(): number;
  /** Describes that peak: `1020 MB (the server 400, its processes 310 + 310)`. */
  inWords(): string;
  /** Resets the peaks. */
  forget(): void;
}

const LOOK_EVERY_MS = 200;

interface Look {
  allMb: number;
  /** The memory of each process, the server first. */
  ownMb: number[];
}

export function watchMemory(lifetime: Lifetime, pid: number): Memory {
  let highest: Look = { allMb: 0, ownMb: [] };
  const timer = setInterval(() => {
    const look = lookAt([pid, ...childrenOf(pid)]);
    if (look.allMb > highest.allMb) highest = look;
  }, LOOK_EVERY_MS);
  lifetime.onEnd(() => clearInterval(timer));
  return {
    serverMb: () => Math.round(memoryOrNone(pid, 'VmHWM')),
    allMb: () => Math.round(highest.allMb),
    inWords: () => {
      const [server = 0, ...others] = highest.ownMb.map(Math.round);
      const runs = others.length > 0 ? others.join(' + ') : 'none';
      return `${Math.round(highest.allMb)} MB (the server ${server}, its processes ${runs})`;
    },
    forget: () => {
      // Resets Linux's record of the peak resident size of the process.
      writeFileSync(`/proc/${pid}/clear_refs`, '5');
      highest = { allMb: 0, ownMb: [] };
    },
  };
}

/** Sums the memory; pages of files (the program itself) are shared by all processes and count once. */
function lookAt(pids: readonly number[]): Look {
  const ownMb = pids.map((pid) => memoryOrNone(pid, 'RssAnon') + memoryOrNone(pid, 'RssShmem'));
  const filesMb = Math.max(...pids.map((pid) => memoryOrNone(pid, 'RssFile')));
  return { allMb: filesMb + ownMb.reduce((sum, mb) => sum + mb, 0), ownMb };
}

/** Returns 0 for a process that has ended: children come and go; a stopped server is detected elsewhere. */
function memoryOrNone(...process: Parameters<typeof memoryMb>): number {
  try {
    return memoryMb(...process);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}
