import { writeFileSync } from 'node:fs';
import type { Lifetime } from '../../e2e/fixtures/app-process';
import { memoryMb } from '../../e2e/fixtures/process-memory';
import { childrenOf } from '../../scripts/lib/process-identity.mjs';

export interface Memory {
  /** The highest that the server itself has had resident, in MB. */
  serverMb(): number;
  /** With the processes that it starts for runs, as looked at several times a second. */
  allMb(): number;
  /** Of that moment: `1,020 MB (server 400, its processes 310 + 310)`. */
  inWords(): string;
  /** Begins anew: what was before is not what comes. */
  forget(): void;
}

const LOOK_EVERY_MS = 200;

interface Look {
  allMb: number;
  /** Of each process alone, the server first. */
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
      // Linux keeps the highest resident size of each process; this lets it start anew.
      writeFileSync(`/proc/${pid}/clear_refs`, '5');
      highest = { allMb: 0, ownMb: [] };
    },
  };
}

/** Pages of files (the program itself) are the same ones in all of them, and count once. */
function lookAt(pids: readonly number[]): Look {
  const ownMb = pids.map((pid) => memoryOrNone(pid, 'RssAnon') + memoryOrNone(pid, 'RssShmem'));
  const filesMb = Math.max(...pids.map((pid) => memoryOrNone(pid, 'RssFile')));
  return { allMb: filesMb + ownMb.reduce((sum, mb) => sum + mb, 0), ownMb };
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
