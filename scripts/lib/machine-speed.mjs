import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { say } from './progress.mjs';
import { MEASURED_MS, REFERENCE_STEPS_PER_MS } from './step-loop.mjs';

/** Machines of the same kind differ by this factor. */
const TOLERATED = 1.15;
const MOST_SLOWNESS = 10;

/**
 * Measures how many times slower the slowest core is than one of the reference machine, with all cores
 * busy. An older processor, other programs, and time taken by other machines of the same host all count.
 * `TEST_SLOWNESS` passes the factor to all processes started from then on, which multiply their time limits
 * by it. It is between 1 and 10; an existing value stays.
 * @returns {Promise<number>} the exact factor in processor time, which other programs do not lengthen
 */
export async function measureSlowness() {
  const before = process.cpuUsage();
  const speeds = await Promise.all(Array.from({ length: availableParallelism() }, countSteps));
  const { user, system } = process.cpuUsage(before);
  const steps = speeds.reduce((sum, speed) => sum + speed * MEASURED_MS, 0);
  const times = REFERENCE_STEPS_PER_MS / Math.min(...speeds);
  const slowness = times < TOLERATED ? 1 : Math.min(MOST_SLOWNESS, Math.ceil(times * 10) / 10);
  process.env.TEST_SLOWNESS ||= String(slowness);
  const limits = process.env.TEST_SLOWNESS;
  say(`· This machine needs ${times.toFixed(1)} times as long as the reference: time limits × ${limits}`);
  return (REFERENCE_STEPS_PER_MS * (user + system)) / 1000 / steps;
}

/** Returns a time limit in milliseconds, scaled to this machine. */
export const patient = (ms) => Math.ceil(ms * Number(process.env.TEST_SLOWNESS || 1));

function countSteps() {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('count-steps.mjs', import.meta.url));
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
