// @ts-check
import { readFileSync } from 'node:fs';

/** The kernel reports times in hundredths of a second, whatever its own clock. */
const MS_PER_TICK = 10;
/** Indexes of fields in proc(5)'s `stat`, counted from the one after the command's name. */
const [STATE, USER_TIME, SYSTEM_TIME] = [0, 11, 12];

/**
 * Returns the processor time of the main thread, and whether it waits. Where the system doesn't report on
 * threads it is the time of the whole process, and nothing waits: the watcher then detects some standstills
 * later.
 * @returns {{ cpuMs: number, isWaiting: boolean }}
 */
export function lookAtMainThread() {
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage();
    return { cpuMs: (user + system) / 1000, isWaiting: false };
  }
  const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME]);
  return { cpuMs: ticks * MS_PER_TICK, isWaiting: fields[STATE] === 'S' };
}
