import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Lifetime } from '../../scripts/lib/lifetime.mjs';
import { makeTestFolder } from '../../scripts/lib/test-folder.mjs';
import { openTarget, type Target } from './attacks/target';
import { causeOf, readLoopTasks } from './fuzz-documents/loop-tasks';

/** The promised limit for authors, in processor time; that for strangers is less than half of it. */
const MAX_HOLD_MS = 250;
const SHOWN = 10;

/** A started server whose event loop is watched while inputs are sent. */
export interface WatchedTarget {
  target: Target;
  /** Notes when the input of a seed is sent, to name it if the loop is held then. */
  sent(seed: number): void;
  /** Prints the tasks since the first input that held the loop for too long. @returns how many there were */
  tellHeld(): Promise<number>;
}

export async function openWatchedTarget(lifetime: Lifetime): Promise<WatchedTarget> {
  const folder = makeTestFolder(lifetime);
  const loopFile = path.join(folder, 'loop.jsonl');
  const monitor = path.join(import.meta.dirname, 'fuzz-documents/loop-monitor.mjs');
  const target = await openTarget(lifetime, folder, {
    NODE_OPTIONS: `--import=${pathToFileURL(monitor).href}`,
    FUZZ_LOOP_FILE: loopFile,
  });
  const sentAt: Array<{ seed: number; atMs: number }> = [];
  return {
    target,
    sent: (seed) => void sentAt.push({ seed, atMs: Date.now() }),
    async tellHeld() {
      await sleep(1_000); // the last tasks are written
      const beganAtMs = sentAt[0]?.atMs ?? 0;
      const isHeld = ({ atMs, cpuMs }: { atMs: number; cpuMs: number }) =>
        atMs > beganAtMs && cpuMs > MAX_HOLD_MS;
      const held = readLoopTasks(loopFile).filter(isHeld);
      for (const task of held.slice(0, SHOWN)) {
        const seed = sentAt.findLast(({ atMs }) => atMs <= task.atMs + task.ms)?.seed;
        console.log(
          `about seed ${seed}: held the event loop for ${Math.round(task.cpuMs)} ms: ${causeOf(task)}`,
        );
      }
      console.log(`${held.length} held the event loop for over ${MAX_HOLD_MS} ms.`);
      return held.length;
    },
  };
}
