import type { Trigger } from '../../../core/blocks/trigger';
import { newId } from '../../../platform/ids';
import type { CompletionRow } from '../../runs/shapes/execution-row';
import type { LogLevel, LogStatus } from '../schema';

/** Returns numbers from 0 to 1, the same for the same seed. */
export type Random = () => number;

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface RandomLog {
  logId: string;
  executionId: string;
  workspaceId: string;
  workflowId: string;
  trigger: Trigger;
  level: LogLevel;
  status: LogStatus;
  startedAtMs: number;
  durationMs: number;
  waitedMs: number;
  costTotal: number;
  models: string[];
  tags: string[];
}

export interface LogsWorld {
  workspaceId: string;
  workflows: Array<{ id: string; folderId: string | null }>;
  folders: Array<{ id: string; parentId: string | null }>;
  fromMs: number;
  toMs: number;
}

export const MODELS = [
  'gpt-5.2',
  'claude-opus-4-7',
  'gemini-3-flash',
  'llama-4',
  'mistral-large-3',
  'retired-1',
  'rare-1',
];

export function randomWorld(workflows: number, folders: number, fromMs: number, toMs: number): LogsWorld {
  const folderIds = Array.from({ length: folders }, () => newId());
  return {
    workspaceId: newId(),
    folders: folderIds.map((id, index) => ({ id, parentId: folderIds[Math.floor(index / 3) - 1] ?? null })),
    workflows: Array.from({ length: workflows }, (_, index) => ({
      id: newId(),
      folderId: index % 4 === 0 ? null : (folderIds[index % folders] ?? null),
    })),
    fromMs,
    toMs,
  };
}

/** Picks an item; few workflows run most: the later in the list, the rarer. */
export const skewed = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(list.length * random() ** 3)]!;

const lognormal = (random: Random, median: number, spread: number): number =>
  median * Math.exp(spread * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()));

export function randomTrigger(random: Random): Trigger {
  const at = random();
  return at < 0.72 ? 'api' : at < 0.9 ? 'webhook' : at < 0.97 ? 'schedule' : at < 0.999 ? 'manual' : 'chat';
}

/**
 * Returns a realistic run. Some mislead code that assumes filters to be independent: each eleventh workflow
 * fails, is slow or costs only within one part of the time, and one model and one trigger of it occur only
 * there.
 */
export function randomLog(random: Random, world: LogsWorld, startedAtMs: number): RandomLog {
  const workflow = skewed(random, world.workflows);
  const index = world.workflows.indexOf(workflow);
  const odd = index % 11 === 5;
  const early = startedAtMs < world.fromMs + (world.toMs - world.fromMs) / 6;
  const trigger = odd && early ? 'chat' : randomTrigger(random);
  const level = odd ? (early ? 'error' : 'info') : random() < 0.04 ? 'error' : 'info';
  const slow = (odd && early) || trigger === 'schedule';
  const durationMs = Math.min(3_600_000, Math.round(lognormal(random, slow ? 20_000 : 400, 1.2)));
  const thinks = index % 3 === 1 || (odd && early);
  const models = thinks ? modelsOf(random, odd && early) : [];
  const executionId = newId(startedAtMs);
  return {
    logId: newId(startedAtMs),
    executionId,
    workspaceId: world.workspaceId,
    workflowId: workflow.id,
    trigger,
    level,
    status: randomStatus(level, durationMs),
    startedAtMs,
    durationMs,
    waitedMs: durationMs % 13 === 0 ? Math.floor(durationMs / 2) : 0,
    costTotal: thinks ? Math.round(lognormal(random, odd && early ? 0.4 : 0.01, 1.5) * 1e6) / 1e6 : 0,
    models,
    tags: tagsOf(random, executionId),
  };
}

/** Returns no tags for most runs; many have a common one, some their own order number. */
function tagsOf(random: Random, executionId: string): string[] {
  const at = random();
  if (at < 0.6) return [];
  const own = at > 0.9 ? [`order ${executionId.slice(-8)}`] : [];
  const common = random() < 0.001 ? 'rare-tag' : random() < 0.5 ? 'nightly' : 'eu';
  return [common, ...(common === 'nightly' && random() < 0.3 ? ['eu'] : []), ...own];
}

/** Returns logs of any time within the world's. */
export const randomLogs = (random: Random, world: LogsWorld, count: number): RandomLog[] =>
  Array.from({ length: count }, () =>
    randomLog(random, world, Math.floor(world.fromMs + random() * (world.toMs - 1 - world.fromMs))),
  );

/** Every fifth failure was cancelled; few successes have a warning. */
function randomStatus(level: LogLevel, durationMs: number): LogStatus {
  if (level === 'error') return durationMs % 5 === 0 ? 'cancelled' : 'error';
  return durationMs % 17 === 0 ? 'warning' : 'success';
}

function modelsOf(random: Random, early: boolean): string[] {
  if (early) return ['retired-1'];
  if (random() < 0.0005) return ['rare-1'];
  const first = Math.floor(5 * random() ** 2);
  return random() < 0.15 ? [MODELS[first]!, MODELS[(first + 1) % 5]!] : [MODELS[first]!];
}

/** Returns the run as the recorder would receive it. */
export function completionOf(log: RandomLog, holderId: string): CompletionRow {
  const models = Object.fromEntries(log.models.map((model) => [model, {}]));
  return {
    execution: {
      executionId: log.executionId,
      logId: log.logId,
      workspaceId: log.workspaceId,
      workflowId: log.workflowId,
      snapshotHash: 'ef'.repeat(32),
      version: null,
      environment: 'draft',
      trigger: log.trigger,
      mode: 'sync',
      holderId,
      input: '{}',
      acceptedAtMs: log.startedAtMs,
    },
    tags: log.tags,
    hasRow: false,
    level: log.level,
    ending: log.status === 'warning' || log.status === 'cancelled' ? log.status : undefined,
    startedAtMs: log.startedAtMs,
    endedAtMs: log.startedAtMs + log.durationMs,
    waitedMs: log.waitedMs,
    costTotal: log.costTotal,
    traceSpans: '[]',
    finalOutput: '{}',
    cost: JSON.stringify({ total: log.costTotal, models }),
    error: null,
  };
}
