import type { EndpointArgs } from '../platform/http/endpoint';
import {
  countBulkEndpoint,
  createBulkJobEndpoint,
  getBulkJobEndpoint,
  pauseBulkJobEndpoint,
  resumeBulkJobEndpoint,
  stopBulkJobEndpoint,
} from '../services/bulk/endpoints';
import type { BulkGroup, BulkJob, BulkKind } from '../services/bulk/schema';
import { apiClient } from './api-client';
import type { Server } from './surroundings';

/** The runs that a command is about: one of the last three. */
interface Runs {
  workspace: string;
  server: Server;
  kind?: BulkKind;
  version?: string | undefined;
  ids?: string | undefined;
  /** As in an address: `level=error&workflowIds=ID`. */
  filter?: string | undefined;
  errorGroup?: string | undefined;
}

/** @returns what to print @throws Error in words */
export async function countRuns(runs: Runs): Promise<string> {
  const body = { workspaceId: runs.workspace, select: selectionOf(runs) };
  const { matching, isMore, exact, most } = (await apiClient(runs.server).call(countBulkEndpoint, { body }))
    .data;
  if (isMore) return `More than ${most} runs match, too many for a job.\n`;
  return `Runs that match: ${exact ? '' : 'at least '}${matching}.\n`;
}

/** @returns what to print @throws Error in words */
export async function startJob(
  { kind = 'run-again', ...runs }: Runs,
  { perSecond, discardDeliveries }: { perSecond?: number | undefined; discardDeliveries: boolean },
): Promise<string> {
  const { version } = runs;
  const body = {
    workspaceId: runs.workspace,
    kind,
    select: selectionOf({ kind, ...runs }),
    discardDeliveries,
    ...(version !== undefined && { version: versionOf(version) }),
    ...(perSecond !== undefined && { perSecond }),
  };
  const { data } = await apiClient(runs.server).call(createBulkJobEndpoint, { body });
  return `Started job ${data.id}: ${data.kind}, runs: ${data.matching}.\n`;
}

/** @returns what to print @throws Error in words */
export async function showJob({ job: id, server }: { job: string; server: Server }): Promise<string> {
  const { data } = await apiClient(server).call(getBulkJobEndpoint, { params: { id } });
  return `${lineOf(data)}${data.groups.map(groupLine).join('')}`;
}

/** @returns what to print @throws Error in words */
export async function changeJob(
  word: 'pause' | 'resume' | 'stop',
  { job: id, server, perSecond }: { job: string; server: Server; perSecond?: number | undefined },
): Promise<string> {
  const client = apiClient(server);
  const params = { id };
  if (word === 'pause') return lineOf((await client.call(pauseBulkJobEndpoint, { params })).data);
  if (word === 'stop') return lineOf((await client.call(stopBulkJobEndpoint, { params })).data);
  const body = perSecond === undefined ? {} : { perSecond };
  return lineOf((await client.call(resumeBulkJobEndpoint, { params, body })).data);
}

type Select = EndpointArgs<typeof createBulkJobEndpoint>['body']['select'];

function selectionOf({ kind, ids, filter, errorGroup }: Omit<Runs, 'workspace' | 'server'>): Select {
  if ([ids, filter, errorGroup].filter((one) => one !== undefined).length !== 1)
    throw new Error('Name one of them: --ids, --filter or --error-group.');
  if (errorGroup !== undefined) return { errorGroupId: errorGroup };
  const isCancel = kind === 'cancel';
  if (ids !== undefined) {
    const list = ids.split(',').map((id) => id.trim());
    return isCancel ? { executionIds: list } : { logIds: list };
  }
  const named = Object.fromEntries(new URLSearchParams(filter));
  return isCancel ? { executions: listsOf(named) } : { filter: named };
}

/** What can't be a list of the API is refused by it, in words. */
const listsOf = (named: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(named).map(([name, value]) => [name, value.split(',')])) as NonNullable<
    Select['executions']
  >;

function versionOf(text: string): 'original' | 'live' | 'draft' | number {
  if (text === 'original' || text === 'live' || text === 'draft') return text;
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new Error('--version: original, live, draft or the number of a version.');
}

const lineOf = ({ id, kind, state, done, total, problem }: BulkJob): string =>
  `Job ${id}: ${kind}, ${state}, ${done} of ${total} done.${problem === null ? '' : ` ${problem}`}\n`;

function groupLine({ runs, outcome, blockName, code, otherwise, mayDiffer, message }: BulkGroup): string {
  const words = [
    outcome,
    ...(blockName === null ? [] : [`at ${blockName}`]),
    ...(code === null ? [] : [`(${code})`]),
    ...(otherwise === null ? [] : [`otherwise ${otherwise}`]),
    ...(mayDiffer ? ['may differ'] : []),
    ...(message === null ? [] : [`· ${message}`]),
  ];
  return `${String(runs).padStart(8)}  ${words.join(' ')}\n`;
}
