import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase } from '../../platform/postgres/db';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { mintKey } from '../api-keys/testing/minted-key';

let api: TestApi;
let mill: TestWorkspace;
let headers: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi();
  mill = await mintWorkspace();
  ({ headers } = await mintKey(mill.owner, mill.workspaceId));
});
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

interface Page {
  data: Array<{ id: string; name: string }>;
  nextCursor?: string | null;
}
const ask = async (path: string) => (await api.call('GET', path, headers)).body as unknown as Page;
const namesOf = ({ data }: Page) => data.map(({ name }) => name);
const folders = (more = '') => `/api/v1/folders?workspaceId=${mill.workspaceId}${more}`;
const create = async (name: string) => {
  await api.call('POST', '/api/v1/folders', headers, { workspaceId: mill.workspaceId, name });
};

test('who asks for no page gets the list as before; pages hold the same rows, the newest first', async () => {
  for (const name of ['b', 'a', 'c']) await create(name);
  const whole = await ask(folders());
  expect([namesOf(whole), Object.keys(whole)]).toEqual([['a', 'b', 'c'], ['data']]);
  const first = await ask(folders('&limit=2'));
  expect(namesOf(first)).toEqual(['c', 'a']);
  // One that is made meanwhile is before the first page.
  await create('d');
  const rest = await ask(folders(`&limit=2&cursor=${first.nextCursor}`));
  expect([namesOf(rest), rest.nextCursor]).toEqual([['b'], null]);
  expect(namesOf(await ask(folders('&cursor=')))).toEqual(['d', 'c', 'a', 'b']);
});

test('a list by name is in the order of its names', async () => {
  const path = `/api/v1/workspaces/${mill.workspaceId}/variables`;
  for (const name of ['B', 'A', 'C']) await api.call('PUT', `${path}/${name}`, headers, { value: 'x' });
  const first = await ask(`${path}?limit=2`);
  expect(namesOf(first)).toEqual(['A', 'B']);
  expect(namesOf(await ask(`${path}?limit=2&cursor=${first.nextCursor}`))).toEqual(['C', 'MILLRACE_URL']);
});

test('a cursor of another list, a wrong one and a wrong limit are told by name', async () => {
  for (const name of ['x', 'y']) await create(name);
  const { nextCursor } = await ask(folders('&limit=1'));
  const elsewhere = `/api/v1/workflows?workspaceId=${mill.workspaceId}`;
  for (const [path, code] of [
    [`${elsewhere}&cursor=${nextCursor}`, 'cursor_filter_mismatch'],
    [`${elsewhere}&cursor=nope`, 'cursor_invalid'],
  ]) {
    const { status, body } = await api.call('GET', path!, headers);
    expect([status, body.code]).toEqual([400, code]);
  }
  const { body } = await api.call('GET', `${elsewhere}&limit=0`, headers);
  expect(body.errors).toMatchObject([{ param: 'limit' }]);
});
