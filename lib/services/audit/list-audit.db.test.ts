import { afterAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { byKey, mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { setVariable } from '../variables/set-variable';
import { publishWorkflow } from '../versions/publish-workflow';
import { listAuditEndpoint } from './endpoints';
import { listAudit } from './list-audit';
import { recordAudit } from './record-audit';
import { systemAudit } from './system-audit';

let mill: TestWorkspace;
beforeEach(async () => {
  mill = await mintWorkspace();
});
afterAll(closeDatabase);

const asked = (query: Record<string, string> = {}) =>
  listAudit(mill.admin, listAuditEndpoint.query!.parse({ workspaceId: mill.workspaceId, ...query }));
const actionsOf = async (query: Record<string, string> = {}) =>
  (await asked(query)).data.map(({ action, target }) => `${action} ${target}`);

const record = (action: string, target: string, actor = mill.writer) =>
  prisma().$transaction((tx) =>
    recordAudit(tx, actor, { workspaceId: mill.workspaceId, action, target, detail: { n: 1 } }),
  );
const happened = (action: string, target: string) =>
  pool().query(
    `WITH ended AS (SELECT $1::uuid AS workspace_id, $2::text AS what)
     ${systemAudit({ from: 'ended', action, target: 'what' })}`,
    [mill.workspaceId, target],
  );

test('admins see who changed what; nobody else does', async () => {
  await record('webhook.paused', 'a');
  const { workspaceId } = mill;
  await expectOutcomes(mill, (actor) => listAudit(actor, { workspaceId, limit: 10 }), {
    stranger: 'forbidden',
    reader: 'forbidden',
    writer: 'forbidden',
    admin: 'done',
    owner: 'done',
  });
  await prisma().$transaction((tx) =>
    recordAudit(tx, mill.stranger, {
      workspaceId: mill.strangersWorkspaceId,
      action: 'webhook.paused',
      target: 'foreign',
    }),
  );
  expect(await actionsOf({ target: 'foreign' })).toEqual([]);
});

test('names the person, the key and the product, and what was changed', async () => {
  await publishWorkflow(mill.writer, { id: mill.exampleId });
  const keyId = newId();
  await prisma().apiKey.create({
    data: {
      id: keyId,
      userId: mill.writer.userId,
      name: 'Deploys',
      hash: Buffer.from(keyId),
      lastFour: 'abcd',
      scopes: ['workflows:write'],
    },
  });
  const key = { ...byKey(mill.writer, ['workflows:write']), keyId };
  await record('webhook.paused', newId(), key);
  await happened('schedule.ended', mill.exampleId);
  const { data } = await asked();
  const user = { id: mill.writer.userId, name: 'writer' };
  const { name: workflowName } = await prisma().workflow.findUniqueOrThrow({ where: { id: mill.exampleId } });
  const byAction = new Map(data.map((event) => [event.action, event]));
  expect(byAction.get('schedule.ended')).toMatchObject({
    actor: 'system',
    user: null,
    apiKey: null,
    targetName: workflowName,
    detail: {},
  });
  expect(byAction.get('webhook.paused')).toMatchObject({
    actor: 'apiKey',
    user,
    apiKey: { id: keyId, name: 'Deploys' },
    detail: { n: 1 },
  });
  expect(byAction.get('workflow.published')).toMatchObject({
    actor: 'user',
    user,
    apiKey: null,
    target: mill.exampleId,
    targetName: workflowName,
  });
});

test('secrets are in no event', async () => {
  const { workspaceId } = mill;
  await setVariable(mill.writer, { workspaceId, name: 'TOKEN', value: 'not-for-the-audit' } as never);
  const { data } = await asked({ action: 'variable' });
  expect(data.map(({ action, target }) => [action, target])).toEqual([['variable.set', 'TOKEN']]);
  expect(JSON.stringify(data)).not.toContain('not-for-the-audit');
});

test('filters by who, action, noun, target and time', async () => {
  await record('webhook.paused', 'one');
  await record('webhook.resumed', 'one');
  await record('webhooks.other', 'two');
  await happened('webhook.disabled', 'two');
  expect((await actionsOf({ actors: 'system' })).sort()).toEqual(['webhook.disabled two']);
  expect(await actionsOf({ actors: 'apiKey' })).toEqual([]);
  expect((await actionsOf({ action: 'webhook' })).sort()).toEqual([
    'webhook.disabled two',
    'webhook.paused one',
    'webhook.resumed one',
  ]);
  expect(await actionsOf({ action: 'webhook.paused' })).toEqual(['webhook.paused one']);
  expect(await actionsOf({ action: 'webhook%' })).toEqual([]);
  expect((await actionsOf({ target: 'two' })).sort()).toEqual(['webhook.disabled two', 'webhooks.other two']);
  const [start, end] = ['2999-01-01', '2000-01-01'];
  expect(await actionsOf({ startDate: start })).toEqual([]);
  expect(await actionsOf({ endDate: end })).toEqual([]);
  expect((await actionsOf({ startDate: end, endDate: start })).length).toBeGreaterThanOrEqual(4);
});

test('pages hold each event once, also those of one moment', async () => {
  await pool().query(
    `INSERT INTO audit_event (id, workspace_id, actor, action, target, created_at)
     SELECT gen_random_uuid(), $1, 'system', 'logs.deleted', n::text,
       '2026-01-01'::timestamptz + (n / 10) * interval '1 s'
     FROM generate_series(1, 45) n`,
    [mill.workspaceId],
  );
  const seen: string[] = [];
  let cursor: string | null = '';
  do {
    const page: Awaited<ReturnType<typeof asked>> = await asked({ action: 'logs', limit: '7', cursor });
    seen.push(...page.data.map(({ target }) => target));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(seen).toHaveLength(45);
  expect(new Set(seen).size).toBe(45);
  expect(await refusalOf(asked({ cursor: 'nonsense' }))).toBe('cursor_invalid');
});
