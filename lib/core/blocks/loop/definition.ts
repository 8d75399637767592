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
import { loopIcon } from './icon';

export const LoopConfig = z.object({
  kind: z.enum(['forEach', 'count', 'while']).default('forEach'),
  items: z.string().default(''),
  count: CountField,
  /** A JavaScript condition, evaluated before each iteration. */
  condition: z.string().max(20_000, 'At most 20,000 characters.').default(''),
  /** The result of an iteration; empty: the output of the last block inside. */
  result: z.string().default(''),
  onError: OnItemError,
  maxIterations: MaxIterations,
});
export type LoopConfig = z.infer<typeof LoopConfig>;

/** `condition` and `result` are resolved in each iteration. */
export interface ResolvedLoopConfig {
  readonly kind: LoopConfig['kind'];
  readonly items: unknown;
  readonly count: unknown;
  readonly result: string;
  readonly onError: OnItemError;
  readonly maxIterations: number;
}

const KINDS = kindsOf('forEach');

export const loopDefinition = defineBlock({
  type: 'loop',
  title: 'Loop',
  description: 'Runs the blocks inside again and again, one iteration after the other.',
  synonyms: [
    'foreach',
    'each',
    'for',
    'split',
    'iterate',
    'iterator',
    'repeat',
    'while',
    'until',
    'batch',
    'items',
    'list',
    'array',
    'splitinbatches',
    'do until',
    'batches',
  ],
  icon: loopIcon,
  config: LoopConfig,
  fields: [
    {
      name: 'kind',
      label: 'Repeat',
      kind: 'select',
      references: 'none',
      options: [
        { value: 'forEach', label: 'For each item of a list' },
        { value: 'count', label: 'A number of times' },
        { value: 'while', label: 'While a condition holds' },
      ],
    },
    itemsField('loop', KINDS.is('forEach')),
    countField(KINDS.is('count')),
    {
      name: 'condition',
      label: 'Condition',
      kind: 'code',
      references: 'bindings',
      placeholder: '<loop.index> < 10',
      help: 'JavaScript, evaluated before each iteration. <loop.last> is the previous result, null at first.',
      perIteration: 'before',
      shownWhen: KINDS.is('while'),
    },
    RESULT_FIELD,
    onErrorField('Stop the loop'),
    MAX_ITERATIONS_FIELD,
  ],
  ports: () => [...ITERATION_PORTS],
  outputs: () => [...ITERATION_OUTPUTS],
  container: {
    kind: 'loop',
    itemsField: 'items',
    iterationOutputs: [
      { name: 'item', type: 'any', description: 'The item of this iteration' },
      { name: 'index', type: 'number', description: 'Index of this iteration, from 0' },
      { name: 'last', type: 'any', description: 'Result of the previous iteration; null in the first' },
    ],
  },
  check: ({ kind, items, count, condition }) => {
    if (kind === 'forEach' && items.trim() === '') return [{ field: 'items', message: 'Enter the items.' }];
    if (kind === 'count' && String(count).trim() === '')
      return [{ field: 'count', message: 'Enter how many times.' }];
    if (kind === 'while' && condition.trim() === '')
      return [{ field: 'condition', message: 'Enter a condition.' }];
    return [];
  },
  summary: ({ kind, items, count, condition }) => {
    if (kind === 'forEach') return items.trim() === '' ? '' : `for each of ${items.trim().slice(0, 40)}`;
    if (kind === 'count')
      return String(count).trim() === '' ? '' : `${String(count).trim().slice(0, 40)} times`;
    return condition.trim() === '' ? '' : `while ${condition.trim().slice(0, 40)}`;
  },
});
