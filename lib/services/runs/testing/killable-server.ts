import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { LeaseTiming } from '../../../platform/postgres/process-lease';
import { forkBundled } from '../../../platform/testing/fork-bundled';

const TIMING: LeaseTiming = { heartbeatMs: 300, leaseMs: 1_500, gapMs: 900, freeConnections: 2 };

/** A server of its own that runs what is queued, to be killed with `kill -9` and started again. */
export class KillableServer {
  readonly #file: string;
  #process: ChildProcess | null = null;

  /** `file`: what to run; it says when it has started. */
  constructor(file = path.join(import.meta.dirname, 'run-process.ts')) {
    this.#file = file;
  }

  async start(): Promise<void> {
    this.#process = forkBundled(this.#file, [JSON.stringify(TIMING)]);
    await once(this.#process, 'message');
  }

  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = null;
    if (running === null) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  }
}
