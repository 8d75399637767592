import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { Limits } from '../limits/schema';
import { ChoiceCounts, ChoiceCountsRequest, GroupsRequest, LogGroup, MAX_GROUPS } from './group-schema';
import {
  Histogram,
  HistogramRequest,
  Overview,
  OverviewRequest,
  UsageOverview,
  UsageRequest,
} from './schema';

const tag = 'Logs';

/** Returns the limits at the time of the response: they change while the logs stay the same. */
const limitsOf = ({ limits }: { limits: Limits }): Limits => limits;

export const getHistogramEndpoint = defineEndpoint({
  id: 'getLogHistogram',
  method: 'GET',
  path: '/api/v1/logs/histogram',
  summary: 'Count execution logs over time, with the filters of the list',
  description:
    'Counts by `startedAt`, for the filters of the list. Counts by workflow, folder, trigger, level and ' +
    'time in buckets of an hour and more are exact. Narrower buckets, other filters, and logs of before an ' +
    'update that are still being added up are counted for a second; `exact` says whether that was enough.',
  tag,
  auth: 'key',
  scope: 'logs:read',
  keepsToWorkflows: true,
  rateLimit: 'logs',
  query: HistogramRequest,
  response: z.object({
    data: Histogram,
    exact: z.boolean().describe('Whether every matching run is counted; if not, see `countedFrom`.'),
    limits: Limits,
  }),
  live: limitsOf,
});

export const getLogGroupsEndpoint = defineEndpoint({
  id: 'getLogGroups',
  method: 'GET',
  path: '/api/v1/logs/groups',
  summary:
    'Count execution logs by workflow, level, status, trigger or error code, with the filters of the list',
  description:
    'Logs are counted for a second, the newest first; `exact` says whether that was enough. ' +
    `At most ${MAX_GROUPS} groups are given; \`others\` counts the runs of all the rest.`,
  tag,
  auth: 'key',
  scope: 'logs:read',
  keepsToWorkflows: true,
  rateLimit: 'logs',
  query: GroupsRequest,
  response: z.object({
    data: z.array(LogGroup).describe('Those with the most runs first.'),
    others: z
      .number()
      .int()
      .describe('Runs of groups that are not listed.')
      .meta({ examples: [0] }),
    exact: z.boolean().describe('Whether every matching run is counted; if not, see `countedFrom`.'),
    countedFrom: z
      .string()
      .nullable()
      .meta({
        format: 'date-time',
        description: 'Runs that started before this are not counted; null when all are.',
        examples: ['2026-01-31T12:00:00.000Z'],
      }),
    limits: Limits,
  }),
  live: limitsOf,
});

export const getChoiceCountsEndpoint = defineEndpoint({
  id: 'getChoiceCounts',
  method: 'GET',
  path: '/api/log-choice-counts',
  summary: 'Count the runs of each choice of a filter',
  description:
    'With all filters but the one that is counted. Null where the stored sums do not have the counts.',
  tag,
  auth: 'session',
  sessionOnly: {
    why: 'It writes numbers beside the filters of the page.',
    instead: 'A key may call GET /api/v1/logs/groups.',
  },
  query: ChoiceCountsRequest,
  response: z.object({ data: ChoiceCounts.nullable() }),
});

export const getOverviewEndpoint = defineEndpoint({
  id: 'getOverview',
  method: 'GET',
  path: '/api/v1/overview',
  summary: 'Read what ran in a workspace: totals, a series over time, and what stands out',
  description:
    'Of a range of whole hours, 400 days at most. Percentiles are within 5 %. Models, hosts and blocks are ' +
    'read from traces, which takes a moment after a run has ended: `pendingRuns` says how many are to come.',
  tag,
  auth: 'key',
  scope: 'logs:read',
  rateLimit: 'logs',
  query: OverviewRequest,
  response: z.object({
    data: Overview,
    exact: z
      .boolean()
      .describe('False while many logs of before an update are still being added up: those are missing.'),
    pendingRuns: z
      .number()
      .int()
      .describe('Runs whose models, hosts and blocks are not counted yet.')
      .meta({ examples: [0] }),
    limits: Limits,
  }),
  live: limitsOf,
});

export const getUsageOverviewEndpoint = defineEndpoint({
  id: 'getUsageOverview',
  method: 'GET',
  path: '/api/v1/overview/usage',
  summary: 'Read what one AI model or one server was used for: totals, a series over time, and by workflow',
  description:
    'Of a range of whole hours, 400 days at most. Read from traces, as the models and hosts of the ' +
    'overview: `pendingRuns` says how many runs are to come. Of a model, runs, costs and tokens are known; ' +
    'of a host, requests, their errors and their average duration.',
  tag,
  auth: 'key',
  scope: 'logs:read',
  rateLimit: 'logs',
  query: UsageRequest,
  response: z.object({
    data: UsageOverview,
    pendingRuns: z
      .number()
      .int()
      .describe('Runs whose models and hosts are not counted yet.')
      .meta({ examples: [0] }),
    limits: Limits,
  }),
  live: limitsOf,
});
