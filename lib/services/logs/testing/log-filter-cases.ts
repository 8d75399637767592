/**
 * Test cases of the filters of the logs, one entry per parameter: how to request it, and which logs match
 * it, judged from its text in plain code, independent of how the server reads it. The reference tests, the
 * fuzz tests and the benchmarks are derived from these entries.
 */

import { newId } from '../../../platform/ids';
import type { FilterParameter } from '../log-filters';
import { type LogsWorld, MODELS, type Random, type RandomLog, randomTrigger, skewed } from './random-logs';

interface ParameterCase {
  /** The share of random queries that use it, from 0 to 1. */
  share: number;
  /** Returns a value near a log's own, so that combinations do match. */
  ask(near: RandomLog, random: Random, world: LogsWorld): string | number;
  keeps(log: RandomLog, value: string, world: LogsWorld): boolean;
}

const DAY_MS = 86_400_000;
const around = (value: number, random: Random): number => value * (0.2 + 1.6 * random());
const isoDaysFrom = (ms: number, days: number): string =>
  new Date(Math.round(ms + days * DAY_MS)).toISOString();
const someOf = <T>(random: Random, list: readonly T[], count: number): T[] =>
  Array.from({ length: count }, () => skewed(random, list));

export const FILTER_CASES: Readonly<Record<FilterParameter, ParameterCase>> = {
  workflowIds: {
    share: 0.3,
    ask: (near, random, { workflows }) =>
      [
        near.workflowId,
        ...someOf(random, workflows, Math.floor(random() ** 2 * 8)).map(({ id }) => id),
      ].join(),
    keeps: ({ workflowId }, value) => value.split(',').includes(workflowId),
  },
  folderIds: {
    share: 0.2,
    ask: (near, random, { workflows, folders }) =>
      [
        workflows.find(({ id }) => id === near.workflowId)?.folderId ?? newId(),
        ...someOf(random, folders, Math.floor(random() * 2)).map(({ id }) => id),
      ].join(),
    keeps: ({ workflowId }, value, { workflows, folders }) => {
      const wanted = value.split(',');
      let at = workflows.find(({ id }) => id === workflowId)?.folderId ?? null;
      while (at !== null && !wanted.includes(at)) at = folders.find(({ id }) => id === at)?.parentId ?? null;
      return at !== null;
    },
  },
  triggers: {
    share: 0.3,
    ask: (near, random) =>
      [...new Set([near.trigger, ...(random() < 0.3 ? [randomTrigger(random)] : [])])].join(),
    keeps: ({ trigger }, value) => value.split(',').includes(trigger),
  },
  level: {
    share: 0.3,
    ask: (near, random) => (random() < 0.6 ? near.level : 'error'),
    keeps: ({ level }, value) => level === value,
  },
  statuses: {
    share: 0.15,
    ask: (near, random) => (random() < 0.6 ? near.status : `${near.status},cancelled`),
    keeps: ({ status }, value) => value.split(',').includes(status),
  },
  startDate: {
    share: 0.25,
    ask: (near, random) => isoDaysFrom(near.startedAtMs, -(random() ** 2) * 200),
    keeps: ({ startedAtMs }, value) => startedAtMs >= Date.parse(value),
  },
  endDate: {
    share: 0.25,
    ask: (near, random) => isoDaysFrom(near.startedAtMs, random() ** 2 * 200),
    keeps: ({ startedAtMs }, value) => startedAtMs <= Date.parse(value),
  },
  executionId: {
    share: 0.02,
    ask: (near) => near.executionId,
    keeps: ({ executionId }, value) => executionId === value,
  },
  minDurationMs: {
    share: 0.25,
    ask: (near, random) => Math.round(Math.min(near.durationMs, around(near.durationMs, random))),
    keeps: ({ durationMs }, value) => durationMs >= Number(value),
  },
  maxDurationMs: {
    share: 0.2,
    ask: (near, random) => Math.round(Math.max(near.durationMs, around(near.durationMs, random))),
    keeps: ({ durationMs }, value) => durationMs <= Number(value),
  },
  minCost: {
    share: 0.15,
    ask: (near, random) => Math.min(near.costTotal, around(near.costTotal, random)),
    keeps: ({ costTotal }, value) => costTotal >= Number(value),
  },
  maxCost: {
    share: 0.15,
    ask: (near, random) => Math.max(near.costTotal, around(near.costTotal, random)),
    keeps: ({ costTotal }, value) => costTotal <= Number(value),
  },
  model: {
    share: 0.2,
    ask: (near, random) => near.models[0] ?? skewed(random, MODELS),
    keeps: ({ models }, value) => models.includes(value),
  },
  tags: {
    share: 0.08,
    ask: ({ tags }, random) => [tags[0] ?? 'nightly', ...(random() < 0.3 ? ['rare-tag'] : [])].join(),
    keeps: ({ tags }, value) => value.split(',').some((tag) => tags.includes(tag.trim())),
  },
  allTags: {
    share: 0.05,
    ask: ({ tags }, random) => (tags.length === 0 || random() < 0.2 ? ['nightly', 'eu'] : tags).join(),
    keeps: ({ tags }, value) => value.split(',').every((tag) => tags.includes(tag.trim())),
  },
};

const CASES = Object.entries(FILTER_CASES);

/** Returns a random mix of all filters, most of them near the values of `near`. */
export function randomFilters(random: Random, world: LogsWorld, near: RandomLog): Record<string, string> {
  const query: Record<string, string> = { workspaceId: world.workspaceId };
  if (random() < 0.5) query.order = random() < 0.5 ? 'asc' : 'desc';
  for (const [name, { share, ask }] of CASES)
    if (random() < share) query[name] = String(ask(near, random, world));
  return query;
}

/** Filters the logs in the slow and obvious way. */
export const matching = (
  logs: readonly RandomLog[],
  query: Readonly<Record<string, string>>,
  world: LogsWorld,
): RandomLog[] =>
  logs.filter((log) =>
    CASES.every(([name, { keeps }]) => query[name] === undefined || keeps(log, query[name], world)),
  );
