/**
 * The filters of the logs, as callers and people see them, one entry each. List, search, counts, the
 * histogram, the cursor's fingerprint, the logs page and its form are derived from these entries. The SQL
 * of a filter is its entry in `log-filter-sql.ts`; `testing/log-filter-cases.ts` defines for its parameters
 * how tests use them and check the responses. A missing entry does not compile.
 *
 * A new filter is an entry in each of these three files. `onRow` may use `started_at`, `workflow_id`,
 * `duration_ms`, `cost_total`, `level`, `trigger` and `seq`: all indexes and the tables of models and tags
 * have them. Any other column, also one that `runtime.log` has, needs an index and an access path of its
 * own, as `tags` do; added to those tables, it would be missing in the rows that servers of the previous
 * version write during an upgrade. What the tests' `RandomLog` lacks goes there, into `completionOf` and
 * into `bench/lib/load-logs.ts`. See docs/decisions/logs-at-ten-million.md.
 */

import { z } from 'zod';
import { MAX_TAGS, RunTag } from '../../core/blocks/run-tags';
import { Trigger } from '../../core/blocks/trigger';
import {
  choiceParam,
  instantParam,
  integerParam,
  listParam,
  numberParam,
  textParam,
} from '../../platform/http/query-params';
import { LOG_LEVELS, LogStatus } from './schema';

/** The input of a parameter on the logs page. */
export interface ValueInput<Name extends string = FilterParameter> {
  name: Name;
  /** Its name in typed queries, as in `cost>=1`; both ends of a range have the same. */
  key: string;
  label: string;
  kind: 'text' | 'number' | 'time';
  /** Typed queries also take it with a unit, as in `duration>=2s`. */
  unit?: 'ms' | 'USD';
  /** Several values, separated by commas. */
  isList?: true;
  placeholder?: string;
}

/** The source of a field's choices. */
export type ChoiceSource = 'statuses' | 'triggers' | 'workflows' | 'folders';

/** A field of the form on the logs page; it sets the parameters it names. */
type FilterField<Name extends string> =
  | { kind: 'levels'; key: string; label: string; parameter: Name }
  | { kind: 'choices'; key: string; label: string; parameter: Name; choices: ChoiceSource }
  | { kind: 'values'; label: string; inputs: ReadonlyArray<ValueInput<Name>> };

interface LogFilter {
  /** The optional API parameters that set it. */
  parameters: Readonly<Record<string, z.ZodType>>;
  /** The two of them that are the ends of a range. */
  range?: readonly [min: string, max: string];
  /** The histogram's sums are stored by it, so that filtering by it reads no logs. */
  isInSums?: true;
  fields: ReadonlyArray<FilterField<string>>;
}

/** In the order of the form. */
export const LOG_FILTERS = {
  statuses: {
    parameters: {
      level: choiceParam(LOG_LEVELS).optional(),
      statuses: listParam(LogStatus)
        .optional()
        .describe(
          'How runs ended, finer than `level`: `warning` is of level `info`, `cancelled` of level `error`.',
        ),
    },
    isInSums: true,
    fields: [
      { kind: 'levels', key: 'level', label: 'Level', parameter: 'level' },
      { kind: 'choices', key: 'status', label: 'Status', parameter: 'statuses', choices: 'statuses' },
    ],
  },
  triggers: {
    parameters: { triggers: listParam(Trigger).optional() },
    isInSums: true,
    fields: [
      { kind: 'choices', key: 'trigger', label: 'Trigger', parameter: 'triggers', choices: 'triggers' },
    ],
  },
  workflowIds: {
    parameters: {
      workflowIds: listParam(textParam()).optional(),
      folderIds: listParam(textParam()).optional().describe('Sub-folders are included.'),
    },
    isInSums: true,
    fields: [
      { kind: 'choices', key: 'workflow', label: 'Workflow', parameter: 'workflowIds', choices: 'workflows' },
      { kind: 'choices', key: 'folder', label: 'Folder', parameter: 'folderIds', choices: 'folders' },
    ],
  },
  durationMs: {
    parameters: { minDurationMs: integerParam(0).optional(), maxDurationMs: integerParam(0).optional() },
    range: ['minDurationMs', 'maxDurationMs'],
    fields: [
      {
        kind: 'values',
        label: 'Duration',
        inputs: [
          {
            name: 'minDurationMs',
            key: 'duration',
            unit: 'ms',
            label: 'From (ms)',
            kind: 'number',
            placeholder: '500',
          },
          {
            name: 'maxDurationMs',
            key: 'duration',
            unit: 'ms',
            label: 'To (ms)',
            kind: 'number',
            placeholder: '30000',
          },
        ],
      },
    ],
  },
  costUsd: {
    parameters: {
      minCost: numberParam(0).optional().describe('In USD.'),
      maxCost: numberParam(0).optional().describe('In USD.'),
    },
    range: ['minCost', 'maxCost'],
    fields: [
      {
        kind: 'values',
        label: 'Cost',
        inputs: [
          {
            name: 'minCost',
            key: 'cost',
            unit: 'USD',
            label: 'From (USD)',
            kind: 'number',
            placeholder: '0.01',
          },
          { name: 'maxCost', key: 'cost', unit: 'USD', label: 'To (USD)', kind: 'number' },
        ],
      },
    ],
  },
  model: {
    parameters: { model: textParam().optional().describe('Executions that used this AI model.') },
    fields: [
      {
        kind: 'values',
        label: 'Model',
        inputs: [{ name: 'model', key: 'model', label: 'AI model, as it is named in the log', kind: 'text' }],
      },
    ],
  },
  tags: {
    parameters: {
      tags: listParam(RunTag, MAX_TAGS).optional().describe('Executions with one of these tags, or more.'),
      allTags: listParam(RunTag, MAX_TAGS).optional().describe('Executions with all of these tags.'),
    },
    fields: [
      {
        kind: 'values',
        label: 'Tags',
        inputs: [
          {
            name: 'tags',
            key: 'tag',
            isList: true,
            label: 'Any of, separated by commas',
            kind: 'text',
            placeholder: 'order-1042',
          },
          {
            name: 'allTags',
            key: 'all-tags',
            isList: true,
            label: 'All of',
            kind: 'text',
            placeholder: 'nightly, eu',
          },
        ],
      },
    ],
  },
  executionId: {
    parameters: { executionId: textParam().optional() },
    fields: [
      {
        kind: 'values',
        label: 'Execution',
        inputs: [{ name: 'executionId', key: 'execution', label: 'Execution id', kind: 'text' }],
      },
    ],
  },
  startedMs: {
    parameters: {
      startDate: instantParam
        .optional()
        .describe(
          'Earliest `startedAt`, inclusive. A bare date is its first moment, midnight UTC; ' +
            'a time without a zone is UTC.',
        ),
      endDate: instantParam
        .optional()
        .describe(
          'Latest `startedAt`, inclusive. A bare date is its first moment, midnight UTC: ' +
            'for the whole day give the next one. A time without a zone is UTC.',
        ),
    },
    range: ['startDate', 'endDate'],
    isInSums: true,
    fields: [
      {
        kind: 'values',
        label: 'Dates',
        inputs: [
          { name: 'startDate', key: 'started', label: 'Started from', kind: 'time' },
          { name: 'endDate', key: 'started', label: 'Started until', kind: 'time' },
        ],
      },
    ],
  },
} as const satisfies Record<string, LogFilter>;

export type LogFilterName = keyof typeof LOG_FILTERS;

type Both<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type FilterParameters = Both<(typeof LOG_FILTERS)[LogFilterName]['parameters']>;
export type FilterParameter = keyof FilterParameters;

const ENTRIES: readonly LogFilter[] = Object.values(LOG_FILTERS);

/** The parameters of all filters, as properties of a request's schema. */
export const FILTER_PARAMETERS = Object.assign({}, ...ENTRIES.map(({ parameters }) => parameters)) as {
  [Name in FilterParameter]: FilterParameters[Name];
};

export const FILTER_PARAMETER_NAMES = Object.keys(FILTER_PARAMETERS) as FilterParameter[];

export const FILTER_FIELDS: readonly FilterField<FilterParameter>[] = Object.values(LOG_FILTERS).flatMap(
  ({ fields }): readonly FilterField<FilterParameter>[] => fields,
);

export const FILTER_RANGES = ENTRIES.flatMap(({ range }) => (range === undefined ? [] : [range]));

export const PARAMETERS_IN_SUMS: ReadonlySet<string> = new Set(
  ENTRIES.flatMap(({ isInSums, parameters }) => (isInSums ? Object.keys(parameters) : [])),
);

/** Checks both ends of a range together, in addition to other errors. */
export const inOrder = (min: string, max: string) =>
  z.refine<Record<string, unknown>>(
    (query) => {
      const [least, most] = [query[min], query[max]];
      return typeof least !== 'number' || typeof most !== 'number' || least <= most;
    },
    { path: [min], message: `${min} is above ${max}: nothing can match.`, when: () => true },
  );

/** The filters alone, for a request that has them under a name of their own. */
export const FiltersAlone = z
  .strictObject(FILTER_PARAMETERS)
  .check(...FILTER_RANGES.map(([min, max]) => inOrder(min, max)));

/** Returns the schema of a request with every filter of the logs, and with `own` parameters. */
export const filteredRequest = <Own extends z.ZodRawShape>(own: Own) =>
  z
    .strictObject({ workspaceId: textParam(), ...FILTER_PARAMETERS, ...own })
    .check(...FILTER_RANGES.map(([min, max]) => inOrder(min, max)));
