import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { patient } from '../../../../scripts/lib/machine-speed.mjs';
import type { LeaseTiming } from '../../../platform/postgres/process-lease';
import { forkBundled } from '../../../platform/testing/fork-bundled';

/** Soon taken over, and steady still where a slow or busy machine holds a heartbeat back. */
export const SHORT_LEASE: LeaseTiming = {
  heartbeatMs: 300,
  leaseMs: patient(2_000),
  gapMs: patient(1_700),
  freeConnections: 2,
};

/** A server of its own that runs what is queued, to be killed with `kill -9` and started again. */
export class KillableServer {
  readonly #file: string;
  #process: ChildProcess | null = null;

  /** `file`: what to run; it says when it has started. */
  constructor(file = path.join(import.meta.dirname, 'isolated-process.ts')) {
    this.#file = file;
  }

  /** `settings`: variables of its environment beside those of this process. */
  async start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    const env = { ...process.env, ...settings };
    this.#process = forkBundled(this.#file, [JSON.stringify(SHORT_LEASE)], { env });
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
