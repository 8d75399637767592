import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { say } from './progress.mjs';
import { stopChild } from './run-tool.mjs';

/** Three of the four processes that compete for a core. */
const PER_CORE = 3;
/** Ends itself when its parent has ended. */
const SPINS = `const parent = process.ppid;
  for (let round = 0; round % 1e8 !== 0 || process.ppid === parent; round += 1);`;

/** Takes three quarters of each core from other programs, until `lifetime` ends. */
export function startStress(lifetime) {
  const children = Array.from({ length: PER_CORE * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', SPINS], { stdio: 'ignore' }),
  );
  lifetime.onEnd(() => Promise.all(children.map((child) => stopChild(child))));
  say(`· ${children.length} processes take three quarters of each core`);
}
