import fs from 'node:fs';
import os from 'node:os';
import { causeOf } from './process-causes.mjs';
import { commandLine, statFields } from './process-identity.mjs';

/** Linux counts processor time in hundredths of a second for programs, whatever its own clock is. */
const TICKS_PER_SECOND = 100;
const SAMPLED_EVERY_MS = 1_000;
/** A new process has its parent's command line until it starts its own program. */
const READ_COMMAND_TIMES = 2;
/** The places of fields of /proc/PID/stat among those that `statFields` returns. */
const FIELDS = { parent: 1, userTicks: 11, systemTicks: 12, startedAt: 19 };

/** Returns the seconds that all cores of this machine have worked since it was started. */
export function busySeconds() {
  const ms = os.cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
  return ms / 1000;
}

/**
 * The duration of each stage, and the processor time that the whole machine spent meanwhile.
 * @typedef {Record<string, {seconds: number, processorSeconds: number}>} StageTimes
 */

/**
 * Runs a stage and adds its times to `times`.
 * @template Result
 * @param {StageTimes} times
 * @param {string} name
 * @param {() => Promise<Result>} run
 * @returns {Promise<Result>}
 */
export async function timeStage(times, name, run) {
  const startedAt = performance.now();
  const before = busySeconds();
  const result = await run();
  times[name] = {
    seconds: (performance.now() - startedAt) / 1000,
    processorSeconds: busySeconds() - before,
  };
  return result;
}

/**
 * The processor time of all descendants of a process, by cause. It is read from /proc, so it lacks what a
 * process did after the last sample, and processes that lived between two samples.
 */
export class ProcessSampler {
  #root;
  /** @type {Map<number, {startedAt: string, cause: string, ticks: number, samples: number}>} */
  #descendants = new Map();
  #strangers = new Set();
  /** @type {Map<string, number>} */
  #ended = new Map();

  /** @param {number} rootPid */
  constructor(rootPid) {
    this.#root = rootPid;
  }

  sample() {
    const pids = new Set(fs.readdirSync('/proc').map(Number).filter(Number.isInteger));
    for (const pid of this.#strangers) if (!pids.has(pid)) this.#strangers.delete(pid);
    for (const pid of this.#descendants.keys()) if (!pids.has(pid)) this.#end(pid);
    const unknown = [];
    for (const pid of pids) {
      if (this.#strangers.has(pid)) continue;
      const stat = readStat(pid);
      if (stat === null) continue; // it has ended since the list was read
      const known = this.#descendants.get(pid);
      if (known && known.startedAt !== stat.startedAt) this.#end(pid);
      if (known?.startedAt === stat.startedAt) this.#update(stat, known);
      else unknown.push(stat);
    }
    this.#tell(unknown);
  }

  /**
   * Returns the seconds so far, by cause.
   * @returns {Record<string, number>}
   */
  causes() {
    const ticks = new Map(this.#ended);
    for (const one of this.#descendants.values()) add(ticks, one);
    return Object.fromEntries(Array.from(ticks, ([cause, count]) => [cause, count / TICKS_PER_SECOND]));
  }

  /** Tells descendants from strangers. A parent may be listed after its child. */
  #tell(unknown) {
    let rest = unknown;
    for (let before = -1; before !== rest.length; ) {
      before = rest.length;
      rest = rest.filter((stat) => !this.#adopt(stat));
    }
    for (const { pid } of rest) this.#strangers.add(pid);
  }

  #adopt(stat) {
    if (stat.pid !== this.#root && !this.#descendants.has(stat.parent)) return false;
    this.#descendants.set(stat.pid, { startedAt: stat.startedAt, cause: 'other', ticks: 0, samples: 0 });
    this.#update(stat, this.#descendants.get(stat.pid));
    return true;
  }

  #update({ pid, parent, ticks }, known) {
    known.ticks = ticks;
    known.samples += 1;
    if (known.samples > READ_COMMAND_TIMES || pid === this.#root) return;
    known.cause = causeOf(commandLine(pid)) ?? this.#descendants.get(parent)?.cause ?? known.cause;
  }

  #end(pid) {
    const one = this.#descendants.get(pid);
    if (one) add(this.#ended, one);
    this.#descendants.delete(pid);
  }
}

function add(ticksByCause, { cause, ticks }) {
  ticksByCause.set(cause, (ticksByCause.get(cause) ?? 0) + ticks);
}

function readStat(pid) {
  const fields = statFields(pid);
  if (fields.length === 0) return null;
  const number = (name) => Number(fields[FIELDS[name]]);
  return {
    pid,
    parent: number('parent'),
    startedAt: fields[FIELDS.startedAt],
    ticks: number('userTicks') + number('systemTicks'),
  };
}

/**
 * Samples the descendants of this process once a second, on Linux.
 * @param {import('./lifetime.mjs').Lifetime} lifetime
 * @returns {{causes: () => Record<string, number>}}
 */
export function startSampling(lifetime) {
  if (process.platform !== 'linux') return { causes: () => ({}) };
  const sampler = new ProcessSampler(process.pid);
  const timer = setInterval(() => sampler.sample(), SAMPLED_EVERY_MS);
  timer.unref();
  lifetime.onEnd(() => clearInterval(timer));
  return sampler;
}
