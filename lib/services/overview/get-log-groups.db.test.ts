import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { closeDatabase } from '../../platform/postgres/db';
import { refusalOf } from '../accounts/testing/refusals';
import { type LoggedWorkspace, mintLoggedWorkspace } from '../logs/testing/logged-workspace';
import type { CompletionRow } from '../runs/shapes/execution-row';
import { getLogGroups } from './get-log-groups';
import { GroupsRequest } from './group-schema';

let mill: LoggedWorkspace;
const rows: CompletionRow[] = [];

const failure = (code: string): Partial<CompletionRow> => ({
  level: 'error',
  error: JSON.stringify({ code, message: `What ${code} means` }),
});

beforeAll(async () => {
  mill = await mintLoggedWorkspace();
  const add = (times: number, change: Partial<CompletionRow>, trigger: 'api' | 'manual') => {
    for (let n = 0; n < times; n += 1) rows.push(mill.run(change, trigger));
  };
  add(5, {}, 'api');
  add(3, failure('TIMED_OUT'), 'manual');
  add(2, failure('REFUSED'), 'api');
  const deleted = newId();
  for (const row of rows.slice(0, 2)) row.execution.workflowId = deleted;
  await mill.record(rows);
});
afterAll(closeDatabase);

const groups = async (by: string, change: Record<string, string> = {}) => {
  const request = GroupsRequest.parse({ workspaceId: mill.workspaceId, by, ...change });
  const { data, ...rest } = await getLogGroups(mill.reader, request);
  return { data, rest };
};
const counts = async (by: string, change: Record<string, string> = {}) =>
  (await groups(by, change)).data.map(({ key, runs, errors }) => [key, runs, errors]);

test('by trigger, level and workflow, with names and the newest start', async () => {
  expect(await counts('trigger')).toEqual([
    ['api', 7, 2],
    ['manual', 3, 3],
  ]);
  expect(await counts('level')).toEqual([
    ['error', 5, 5],
    ['info', 5, 0],
  ]);
  const { data, rest } = await groups('workflow');
  expect(data).toMatchObject([
    { key: mill.exampleId, label: 'Say hello', runs: 8, errors: 5 },
    { label: null, runs: 2, errors: 0 },
  ]);
  expect(data[0]?.lastStartedAt).toBe(new Date(rows.at(-1)!.startedAtMs).toISOString());
  expect(rest).toMatchObject({ exact: true, countedFrom: null, others: 0 });
});

test('a run that somebody stopped is counted by itself, and is no error', async () => {
  const other = await mintLoggedWorkspace();
  await other.record([
    other.run(),
    other.run({ ending: 'warning' }),
    other.run(failure('REFUSED')),
    other.run({ level: 'error', ending: 'cancelled' }),
  ]);
  const countsBy = async (by: string) => {
    const request = GroupsRequest.parse({ workspaceId: other.workspaceId, by });
    const { data } = await getLogGroups(other.reader, request);
    return data.map(({ key, runs, errors }) => [key, runs, errors]);
  };
  expect(await countsBy('status')).toEqual([
    ['cancelled', 1, 0],
    ['error', 1, 1],
    ['success', 1, 0],
    ['warning', 1, 0],
  ]);
  expect(await countsBy('level')).toEqual([
    ['error', 2, 1],
    ['info', 2, 0],
  ]);
});

test('by the code of the error, with its newest message', async () => {
  expect((await groups('error')).data).toMatchObject([
    { key: 'TIMED_OUT', label: 'What TIMED_OUT means', runs: 3 },
    { key: 'REFUSED', label: 'What REFUSED means', runs: 2 },
  ]);
  expect(await counts('error', { level: 'info' })).toEqual([]);
});

test('the filters of the list hold', async () => {
  expect(await counts('trigger', { level: 'error' })).toEqual([
    ['manual', 3, 3],
    ['api', 2, 2],
  ]);
  expect(await counts('error', { triggers: 'api' })).toEqual([['REFUSED', 2, 2]]);
  const { execution, startedAtMs } = rows[5]!;
  for (const by of ['trigger', 'error', 'workflow'])
    expect((await counts(by, { executionId: execution.executionId })).map(([, runs]) => runs)).toEqual([1]);
  expect(await counts('level', { endDate: new Date(startedAtMs - 1).toISOString() })).toEqual([
    ['info', 5, 0],
  ]);
  expect(await counts('level', { workflowIds: 'nonsense' })).toEqual([]);
});

test('a stranger is refused', async () => {
  const request = GroupsRequest.parse({ workspaceId: mill.workspaceId, by: 'level' });
  expect(await refusalOf(getLogGroups(mill.stranger, request))).toBe('forbidden');
});
