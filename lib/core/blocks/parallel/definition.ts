import { z } from 'zod';
import { defineBlock } from '../define-block';
import {
  CountField,
  countField,
  ITERATION_OUTPUTS,
  ITERATION_PORTS,
  itemsField,
  kindsOf,
  MAX_ITERATIONS_FIELD,
  MaxIterations,
  OnItemError,
  onErrorField,
  RESULT_FIELD,
} from '../iterations';
import { wholeNumber } from '../whole-number';
import { parallelIcon } from './icon';

const DEFAULT_CONCURRENCY = 10;
const MOST_AT_ONCE = 100;

export const ParallelConfig = z.object({
  kind: z.enum(['collection', 'count']).default('collection'),
  items: z.string().default(''),
  count: CountField,
  concurrency: wholeNumber({ max: MOST_AT_ONCE, preset: DEFAULT_CONCURRENCY }),
  /** The result of an iteration; empty: the output of the last block inside. */
  result: z.string().default(''),
  onError: OnItemError,
  maxIterations: MaxIterations,
});
export type ParallelConfig = z.infer<typeof ParallelConfig>;

/** `result` is resolved in each iteration. */
export interface ResolvedParallelConfig {
  readonly kind: ParallelConfig['kind'];
  readonly items: unknown;
  readonly count: unknown;
  readonly concurrency: number;
  readonly result: string;
  readonly onError: OnItemError;
  readonly maxIterations: number;
}

const KINDS = kindsOf('collection');

export const parallelDefinition = defineBlock({
  type: 'parallel',
  title: 'Parallel',
  description: 'Runs the blocks inside for many items, several at the same time.',
  synonyms: [
    'concurrent',
    'concurrency',
    'map-items',
    'fan-out',
    'fanout',
    'simultaneously',
    'bulk',
    'all',
    'multithread',
    'batch',
    'promise.all',
    'threads',
  ],
  icon: parallelIcon,
  config: ParallelConfig,
  fields: [
    {
      name: 'kind',
      label: 'Run',
      kind: 'select',
      references: 'none',
      options: [
        { value: 'collection', label: 'For each item of a list' },
        { value: 'count', label: 'A number of times' },
      ],
    },
    itemsField('parallel', KINDS.is('collection')),
    countField(KINDS.is('count')),
    {
      name: 'concurrency',
      label: 'At the same time',
      kind: 'number',
      references: 'none',
      unit: 'at most',
      min: 1,
      max: MOST_AT_ONCE,
    },
    RESULT_FIELD,
    onErrorField('Stop all'),
    MAX_ITERATIONS_FIELD,
  ],
  ports: () => [...ITERATION_PORTS],
  outputs: () => [...ITERATION_OUTPUTS],
  container: {
    kind: 'parallel',
    itemsField: 'items',
    iterationOutputs: [
      { name: 'item', type: 'any', description: 'The item of this iteration' },
      { name: 'index', type: 'number', description: 'Index of this iteration, from 0' },
    ],
  },
  check: ({ kind, items, count }) => {
    if (kind === 'collection' && items.trim() === '')
      return [{ field: 'items', message: 'Enter the items.' }];
    if (kind === 'count' && String(count).trim() === '')
      return [{ field: 'count', message: 'Enter how many times.' }];
    return [];
  },
  summary: ({ kind, items, count, concurrency }) => {
    const what = kind === 'count' ? String(count).trim() : items.trim();
    return what === '' ? '' : `${what.slice(0, 40)}, ${concurrency} at once`;
  },
});
