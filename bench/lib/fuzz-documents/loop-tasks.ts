import { existsSync, readFileSync } from 'node:fs';

/** A task that blocked the server's event loop; `cpuMs` of it was its own processor time. */
export interface LoopTask {
  atMs: number;
  ms: number;
  cpuMs: number;
  /** The sampled stacks, innermost frame first. */
  stacks: string[][];
  /** The part spent on garbage collection. */
  gcMs: number;
}

type Line = ({ kind: 'task' } & Omit<LoopTask, 'gcMs'>) | { kind: 'gc'; atMs: number; ms: number };

/** Reads the tasks recorded by loop-monitor.mjs, the one with the most processor time first. */
export function readLoopTasks(file: string): LoopTask[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
  const collections = lines.filter((line) => line.kind === 'gc');
  const tasks = lines.filter((line) => line.kind === 'task');
  return tasks
    .map((task) => ({ ...task, gcMs: sumWithin(collections, task) }))
    .sort((a, b) => b.cpuMs - a.cpuMs);
}

function sumWithin(
  collections: ReadonlyArray<{ atMs: number; ms: number }>,
  task: Omit<LoopTask, 'gcMs'>,
): number {
  const ends = task.atMs + task.ms + 20;
  return collections
    .filter(({ atMs }) => atMs >= task.atMs - 20 && atMs <= ends)
    .reduce((sum, { ms }) => sum + ms, 0);
}

const INSIDE = /^(?:\(inside V8\)|process\w* |\(anonymous\) \w*:?\d*$)/;

/** Returns the most telling functions of a task, innermost first. */
export function causeOf({ stacks, gcMs, cpuMs }: LoopTask): string {
  if (gcMs > cpuMs / 2) return `collecting garbage (${Math.round(gcMs)} ms)`;
  const last = stacks.at(-1) ?? [];
  const told = last.filter((frame) => !INSIDE.test(frame)).slice(0, 5);
  return told.length > 0 ? told.join(' < ') : (last[0] ?? 'not looked at');
}
