import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { ProposedChange } from '../../core/assistant/change';
import { WorkflowDocument } from '../../core/workflow/schema';
import { assertEncryptionKey, open, seal } from '../../platform/encryption/encryption';
import { newId } from '../../platform/ids';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { byKey, mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { sealTarget } from '../alerts/sealed-target';
import { sealClientSecret, sealTokens, sealVerifier } from '../connections/sealed-connections';
import { headersContext, sealHeaders } from '../outgoing-webhooks/sealed-headers';
import { sealSecret, secretContext } from '../outgoing-webhooks/sealed-secret';
import { sealUrl } from '../outgoing-webhooks/sealed-url';
import { savePin } from '../pins/pins';
import { createProposal } from '../proposals/create-proposal';
import { keepInLibrary } from '../request-library/keep-in-library';
import { createRunTest } from '../run-tests/create-run-test';
import { EMPTY_TEST } from '../run-tests/testing/empty-test';
import { sealExact } from '../runs/recording/exact-result';
import { sealedInput } from '../runs/recording/stored-input';
import { getEdits } from '../shared-edits/get-edits';
import { createWorkflow } from '../workflows/create-workflow';
import { saveWorkflow } from '../workflows/save-workflow';
import { deleteVariable } from './delete-variable';
import { listVariables } from './list-variables';
import { readVariables } from './read-variables';
import { variablesOfSameValue } from './same-value';
import { VariableName } from './schema';
import { sealingContext } from './sealing-context';
import { setVariable } from './set-variable';
import { variableUses } from './variable-uses';

let mill: TestWorkspace;
beforeEach(async () => {
  mill = await mintWorkspace();
});
afterAll(closeDatabase);

const draftOf = ({ workspaceId }: { workspaceId: string }) =>
  ({ workspaceId, environment: 'draft' }) as const;
const set = (name: string, value: string) =>
  setVariable(mill.writer, { workspaceId: mill.workspaceId, name, value });

test('who may do what with variables', async () => {
  const { workspaceId } = mill;
  await expectOutcomes(mill, (actor) => listVariables(actor, { workspaceId }), {
    stranger: 'forbidden',
    reader: 'done',
  });
  const writing = { stranger: 'forbidden', reader: 'forbidden', writer: 'done' } as const;
  await expectOutcomes(mill, (actor) => setVariable(actor, { workspaceId, name: 'A', value: '1' }), writing);
  await expectOutcomes(mill, (actor) => deleteVariable(actor, { workspaceId, name: 'A' }), writing);
  for (const name of ['A', 'not a name\u0000'])
    expect(await refusalOf(deleteVariable(mill.writer, { workspaceId, name }))).toBe('not_found');
});

test('the workflows that use a variable in their draft or live version are named', async () => {
  const { workflowIn } = await import('../runs/testing/workflow-in');
  const { publishWorkflow } = await import('../versions/publish-workflow');
  const { workspaceId } = mill;
  await set('TOKEN', 'a secret');
  const config = { url: 'https://a.test', headers: [{ key: 'X-Key', value: '{{TOKEN}}' }] };
  const used = await workflowIn(mill, [{ type: 'api', config }]);
  const unused = await workflowIn(mill, [{ type: 'api', config: { url: 'https://a.test/{{TOKEN_2}}' } }]);
  const uses = async (name = 'TOKEN') => {
    const { data } = await variableUses(mill.reader, { workspaceId, name });
    return data.map(({ id }) => id);
  };
  expect(await uses()).toEqual([used]);
  expect(await uses('TOKEN_2')).toEqual([unused]);
  await publishWorkflow(mill.writer, { id: used });
  const { document } = await prisma().workflow.findUniqueOrThrow({ where: { id: unused } });
  await prisma().workflow.update({ where: { id: used }, data: { document: document! } });
  expect(await uses()).toEqual([used]);
  await prisma().workflow.update({ where: { id: used }, data: { liveVersion: null } });
  expect(await uses()).toEqual([]);
  expect(await refusalOf(variableUses(mill.stranger, { workspaceId, name: 'TOKEN' }))).toBe('forbidden');
  expect(await refusalOf(variableUses(mill.reader, { workspaceId, name: '%' }))).toBe('not_found');
});

test('a value that a variable holds already is told to who may write, by its name alone', async () => {
  const { workspaceId } = mill;
  await set('TOKEN', 'a secret value');
  await set('OTHER', 'in drafts');
  await setVariable(mill.writer, { workspaceId, name: 'OTHER', liveValue: 'in live versions' });
  const asked = { workspaceId, values: ['a secret value', 'in drafts', 'nowhere'] };
  expect(await variablesOfSameValue(mill.writer, asked)).toEqual({ data: ['TOKEN', null, null] });
  await expectOutcomes(mill, (actor) => variablesOfSameValue(actor, asked), {
    stranger: 'forbidden',
    reader: 'forbidden',
    writer: 'done',
  });
});

const SAME = { sameForLive: true, liveValue: null };

test('values are written and never shown; runs read them at once', async () => {
  await set('TOKEN', 's3cret ✓');
  expect((await readVariables(draftOf(mill))).values.get('TOKEN')).toBe('s3cret ✓');
  await set('TOKEN', 'next');
  expect((await readVariables(draftOf(mill))).values.get('TOKEN')).toBe('next');
  const listed = await listVariables(mill.reader, mill);
  expect(listed.data).toEqual([
    {
      name: 'TOKEN',
      builtIn: false,
      plain: false,
      value: null,
      updatedAt: expect.any(String),
      ...SAME,
    },
    {
      name: 'MILLRACE_URL',
      builtIn: true,
      plain: true,
      value: expect.any(String),
      updatedAt: null,
      ...SAME,
    },
  ]);
  const row = await prisma().variable.findFirstOrThrow({ where: { workspaceId: mill.workspaceId } });
  expect(Buffer.from(row.ciphertext).includes('next')).toBe(false);
  await deleteVariable(mill.writer, { workspaceId: mill.workspaceId, name: 'TOKEN' });
  expect([...(await readVariables(draftOf(mill))).values.keys()]).toEqual(['MILLRACE_URL']);
});

test('a plain variable is read by every member; it stays plain until it is said to be a secret', async () => {
  const { workspaceId } = mill;
  const put = (value: string, plain?: boolean) =>
    setVariable(mill.writer, { workspaceId, name: 'BASE_URL', value, plain });
  const seen = async () => {
    const { data } = await listVariables(mill.reader, mill);
    const { plain } = await readVariables(draftOf({ workspaceId }));
    return [data[0]?.plain, data[0]?.value, plain.has('BASE_URL')];
  };
  await put('https://a.test', true);
  expect(await seen()).toEqual([true, 'https://a.test', true]);
  await put('https://b.test');
  expect(await seen()).toEqual([true, 'https://b.test', true]);
  await put('https://b.test', false);
  expect(await seen()).toEqual([false, null, false]);
});

test('drafts and live versions have values of their own, set apart; what is left out stays', async () => {
  const { workspaceId } = mill;
  const put = (change: { value?: string; liveValue?: string | null; plain?: boolean }) =>
    setVariable(mill.writer, { workspaceId, name: 'BASE', ...change });
  const used = async () => {
    const both = ['draft', 'live'].map((environment) =>
      readVariables({ workspaceId, environment: environment as 'draft' }),
    );
    return (await Promise.all(both)).map(({ values }) => values.get('BASE'));
  };
  expect(await refusalOf(put({ liveValue: 'alone' }))).toBe('invalid_request');
  await put({ value: 'one' });
  expect(await used()).toEqual(['one', 'one']);
  expect((await put({ liveValue: 'two' })).data).toMatchObject({
    plain: false,
    value: null,
    sameForLive: false,
    liveValue: null,
  });
  expect(await used()).toEqual(['one', 'two']);
  await put({ value: 'three' });
  expect(await used()).toEqual(['three', 'two']);
  await put({ liveValue: null });
  expect(await used()).toEqual(['three', 'three']);
  expect((await put({ value: 'a', liveValue: 'b', plain: true })).data).toMatchObject({
    plain: true,
    value: 'a',
    sameForLive: false,
    liveValue: 'b',
  });
  const row = await prisma().variable.findFirstOrThrow({ where: { workspaceId } });
  expect(() => open(Buffer.from(row.liveCiphertext!), sealingContext(workspaceId, 'BASE'))).toThrow();
});

test('a secret becomes readable only with new values for each that is kept', async () => {
  const { workspaceId } = mill;
  const put = (change: { value?: string; liveValue?: string | null; plain?: boolean }) =>
    setVariable(mill.writer, { workspaceId, name: 'TOKEN', ...change });
  await put({ value: 'hidden', liveValue: 'hidden too' });
  expect(await refusalOf(put({ plain: true }))).toBe('invalid_request');
  expect(await refusalOf(put({ plain: true, value: 'shown' }))).toBe('invalid_request');
  expect(await refusalOf(put({ plain: true, liveValue: 'shown' }))).toBe('invalid_request');
  expect((await listVariables(mill.owner, mill)).data[0]).toMatchObject({ plain: false, value: null });
  expect((await put({ plain: true, value: 'shown', liveValue: null })).data).toMatchObject({
    value: 'shown',
    sameForLive: true,
  });
});

test('a ciphertext moved to another variable does not open', async () => {
  await set('A', 'one');
  await set('B', 'two');
  const { workspaceId } = mill;
  const { ciphertext } = await prisma().variable.findFirstOrThrow({ where: { workspaceId, name: 'A' } });
  await prisma().variable.updateMany({ where: { workspaceId, name: 'B' }, data: { ciphertext } });
  const { workspaceId: fresh } = mill;
  await setVariable(mill.writer, { workspaceId: fresh, name: 'C', value: 'clears what is kept' });
  await expect(readVariables(draftOf({ workspaceId }))).rejects.toThrow();
});

test('names are those of environment variables; the product’s own are reserved', () => {
  for (const name of ['A', '_a', 'API_TOKEN_2', 'a'.repeat(64)])
    expect(VariableName.safeParse(name).success).toBe(true);
  for (const name of ['', '2A', 'A-B', 'A B', 'Ä', 'a'.repeat(65), 'MILLRACE_URL'])
    expect(VariableName.safeParse(name).success).toBe(false);
});

test('a change by an API key names the key in the audit', async () => {
  const actor = byKey(mill.writer, ['workflows:write']);
  await setVariable(actor, { workspaceId: mill.workspaceId, name: 'A', value: 'hidden' });
  const event = await prisma().auditEvent.findFirstOrThrow({ where: { workspaceId: mill.workspaceId } });
  expect(event).toMatchObject({ action: 'variable.set', target: 'A', detail: { byApiKey: actor.keyId } });
  expect(JSON.stringify(event)).not.toContain('hidden');
});

test('what is sealed opens in its own context only, and never twice the same', () => {
  const sealed = seal('text', 'here');
  expect(open(sealed, 'here')).toBe('text');
  expect(sealed.equals(seal('text', 'here'))).toBe(false);
  expect(() => open(sealed, 'there')).toThrow();
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = changed[at]! ^ 1;
    expect(() => open(changed, 'here')).toThrow();
  }
  expect(() => open(sealed.subarray(0, 10), 'here')).toThrow('not sealed');
});

test('another encryption key is noticed, in words for the operator, and changes nothing', async () => {
  await assertEncryptionKey();
  vi.resetModules();
  vi.stubEnv('ENCRYPTION_KEY', Buffer.alloc(32, 'other').toString('base64'));
  const other = await import('../../platform/encryption/encryption');
  await expect(other.assertEncryptionKey()).rejects.toThrow(/^ENCRYPTION_KEY is not the key/);
  expect(() => other.open(seal('text'))).toThrow('another ENCRYPTION_KEY');
  vi.unstubAllEnvs();
  await assertEncryptionKey();
});

const TYPED = WorkflowDocument.parse({
  blocks: {
    api: {
      id: 'api',
      type: 'api',
      name: 'api',
      position: { x: 0, y: 0 },
      config: { headers: [{ key: 'X-Token', value: 'typed-in-1', enabled: true }] },
    },
  },
  edges: [],
});

/** Stores a sealed input and result of a run, and a message of a chat. */
async function storeHandedOn(of: { workspaceId: string; workflowId: string; executionId: string }) {
  const input = sealedInput({ executionId: of.executionId, input: '{}', secrets: [] });
  await pool().query(
    `INSERT INTO runtime.execution (id, log_id, workspace_id, workflow_id, snapshot_hash, trigger, mode,
       user_id, input, state, owner, accepted_at)
     VALUES ($1, $1, $2, $3, '', 'api', 'sync', $2, $4, 'running', $2, now())`,
    [of.executionId, of.workspaceId, of.workflowId, input],
  );
  await pool().query('INSERT INTO runtime.exact_result (log_id, sealed) VALUES ($1, $2)', [
    of.executionId,
    sealExact(of.executionId, '{}'),
  ]);
  await pool().query(
    `INSERT INTO runtime.chat_conversation (id, workspace_id, workflow_id, block_id)
     VALUES ($1, $2, $3, 'b')`,
    [of.executionId, of.workspaceId, of.workflowId],
  );
  await pool().query(
    `INSERT INTO runtime.chat_message (conversation_id, number, role, sealed, at)
     VALUES ($1, 1, 'user', $2, now())`,
    [of.executionId, seal('said', of.executionId)],
  );
}

test('a changed key reads what the previous one wrote; after rotating that one isn’t needed', async () => {
  const text = (await pool().query('SELECT encryption_check FROM installation')).rows[0]?.encryption_check;
  const { workspaceId } = mill;
  await setVariable(mill.writer, { workspaceId, name: 'TOKEN', value: 'kept', liveValue: 'kept live' });
  await set('AAA_MOVED', 'text');
  const { ciphertext: elsewhere } = await prisma().variable.findFirstOrThrow({
    where: { workspaceId, name: 'TOKEN' },
  });
  await prisma().variable.updateMany({
    where: { workspaceId, name: 'AAA_MOVED' },
    data: { ciphertext: elsewhere },
  });
  const snapshot = { workflowId: mill.exampleId, hash: newId().replaceAll('-', '') };
  await pool().query(
    'INSERT INTO runtime.workflow_snapshot (workflow_id, hash, state, sealed) VALUES ($1, $2, $3, $4)',
    [snapshot.workflowId, Buffer.from(snapshot.hash, 'hex'), '{}', seal('exact')],
  );
  const executionId = newId();
  await pool().query(
    'INSERT INTO runtime.execution_step (execution_id, block_id, entry) VALUES ($1, $2, $3)',
    [executionId, 'b1', seal('x'.repeat(500)).toString('base64')],
  );
  const waitId = newId();
  await pool().query(
    `INSERT INTO runtime.execution_wait (id, execution_id, workspace_id, step, form, answer)
     VALUES ($1, $2, $3, 'b1', $4, $5)`,
    [waitId, executionId, workspaceId, seal('asks', waitId), seal('answers', waitId)],
  );
  const requestId = newId();
  await pool().query(
    `INSERT INTO runtime.hook_request (id, workspace_id, workflow_id, block_id, method, size, outcome, sealed)
     VALUES ($1, $2, $3, 'b1', 'POST', 0, 'accepted', $4)`,
    [requestId, workspaceId, mill.exampleId, seal('arrives', requestId)],
  );
  const webhookId = newId();
  await prisma().webhookSubscription.create({
    data: {
      id: webhookId,
      workspaceId,
      workflowId: mill.exampleId,
      url: sealUrl(webhookId, 'https://u:called@example.com'),
      secret: sealSecret(webhookId, 'signs'),
      previousSecret: sealSecret(webhookId, 'signed'),
      ...sealHeaders(webhookId, [{ name: 'X-Key', value: 'passes' }]),
    },
  });
  const alertId = newId();
  const sealedTarget = sealTarget(alertId, { url: 'https://example.com/alerts', secret: 'rings' });
  await prisma().alertRule.create({
    data: { id: alertId, workspaceId, name: 'A', condition: {}, windowMinutes: 5, target: sealedTarget },
  });
  const connectionId = newId();
  const authorizationId = newId();
  await prisma().connection.create({
    data: {
      id: connectionId,
      workspaceId,
      name: 'C',
      kind: 'clientCredentials',
      authorizeUrl: '',
      tokenUrl: 'https://a.test',
      clientId: 'c',
      sendCredentials: 'body',
      scopes: '',
      parameters: [],
      clientSecret: sealClientSecret(connectionId, 'proves'),
      tokens: sealTokens(connectionId, { accessToken: 'enters', refreshToken: null }),
      authorizations: {
        create: {
          id: authorizationId,
          userId: mill.writer.userId,
          sessionId: newId(),
          revision: 1,
          verifier: sealVerifier(authorizationId, 'verifies'),
          expiresAt: new Date(),
        },
      },
    },
  });
  const openedConnection = async (opener: typeof open) => {
    const { clientSecret, tokens, authorizations } = await prisma().connection.findUniqueOrThrow({
      where: { id: connectionId },
      include: { authorizations: true },
    });
    return [
      opener(clientSecret!, `connection secret ${connectionId}`),
      JSON.parse(opener(tokens!, `connection tokens ${connectionId}`)).accessToken,
      opener(authorizations[0]!.verifier, `connection verifier ${authorizationId}`),
    ];
  };
  await storeHandedOn({ workspaceId, workflowId: mill.exampleId, executionId });
  const { data: typed } = await createWorkflow(mill.writer, { workspaceId, name: 'Typed', document: TYPED });
  // One shared document, and an update of it.
  await getEdits(mill.writer, { id: typed.id });
  await saveWorkflow(mill.writer, { id: typed.id, document: TYPED, name: 'Typed again' });
  await getEdits(mill.writer, { id: typed.id });
  await savePin(mill.writer, { id: typed.id, blockId: 'a', output: { kept: true }, source: 'typed' });
  await createRunTest(mill.writer, { ...EMPTY_TEST, id: typed.id, name: 'T', tags: [], rules: [] });
  const proposed = ProposedChange.parse({ blocks: [{ id: 'n', type: 'note', name: 'n' }] });
  await createProposal(mill.writer, { id: typed.id, words: 'A note', proposed });
  const entries = [{ id: 'a', label: 'GET /a' }];
  await keepInLibrary(mill.writer, { workspaceId, name: 'L', format: 'openapi', text: '{}', entries });
  let sealedTexts: string[] = [];
  const [oldKey, newKey] = ['test', 'new!'].map((word) => Buffer.alloc(32, word).toString('base64'));
  const started = async (current: string | undefined, previous: string) => {
    vi.resetModules();
    vi.stubEnv('ENCRYPTION_KEY', current);
    vi.stubEnv('ENCRYPTION_KEY_PREVIOUS', previous);
    return {
      ...(await import('../../platform/encryption/encryption')),
      ...(await import('../../cli/rotate-encryption')),
      ...(await import('../../platform/encryption/sealed-text')),
    };
  };
  const stored = async () => {
    const variable = await prisma().variable.findFirstOrThrow({ where: { workspaceId, name: 'TOKEN' } });
    const state = await pool().query('SELECT sealed FROM runtime.workflow_snapshot WHERE hash = $1', [
      Buffer.from(snapshot.hash, 'hex'),
    ]);
    const step = await pool().query('SELECT entry FROM runtime.execution_step WHERE execution_id = $1', [
      executionId,
    ]);
    const wait = await pool().query('SELECT form, answer FROM runtime.execution_wait WHERE id = $1', [
      waitId,
    ]);
    const request = await pool().query('SELECT sealed FROM runtime.hook_request WHERE id = $1', [requestId]);
    const webhook = await prisma().webhookSubscription.findUniqueOrThrow({ where: { id: webhookId } });
    const signing = [webhook.secret, webhook.previousSecret];
    const workflow = await prisma().workflow.findUniqueOrThrow({ where: { id: typed.id } });
    sealedTexts = [JSON.stringify(workflow.document), webhook.url];
    const entry = Buffer.from(step.rows[0].entry, 'base64');
    const { form, answer } = wait.rows[0];
    const sealed = [variable.ciphertext, state.rows[0].sealed, entry, form, answer, request.rows[0].sealed];
    return [...sealed, ...signing] as Buffer[];
  };
  const opened = async (opener: typeof open) => {
    const [variable, state, step, form, answer, request, ...signing] = await stored();
    const context = sealingContext(workspaceId, 'TOKEN');
    const secrets = signing.map((sealed) => opener(sealed, secretContext(webhookId)));
    const wait = [opener(form!, waitId), opener(answer!, waitId), opener(request!, requestId)];
    return [opener(variable!, context), opener(state!), opener(step!).length, ...wait, ...secrets];
  };
  try {
    const withoutOld = await started(newKey, '');
    await expect(withoutOld.rotateEncryption()).rejects.toThrow('ENCRYPTION_KEY_PREVIOUS');
    const both = await started(newKey, oldKey!);
    await both.assertEncryptionKey();
    expect(await opened(both.open)).toEqual([
      'kept',
      'exact',
      500,
      'asks',
      'answers',
      'arrives',
      'signs',
      'signed',
    ]);
    const rotation = await both.rotateEncryption();
    expect(rotation.map(({ name }) => name)).toEqual([
      'variables',
      'live values of variables',
      'webhooks of alerts',
      'secrets of connections',
      'tokens of connections',
      'connections being authorized',
      'kept documents',
      'inputs of runs',
      'journal entries',
      'forms of waits',
      'answers of waits',
      'workflow snapshots',
      'exact results of runs',
      'shared workflows',
      'updates of workflows',
      'test requests of webhooks',
      'messages of chats',
      'pinned outputs',
      'tests',
      'proposals',
      'webhook secrets',
      'old webhook secrets',
      'headers of webhooks',
      'webhook URLs',
      'workflows',
    ]);
    expect(rotation[0]?.damaged).toContain(`${workspaceId} AAA_MOVED`);
    for (const { count } of rotation) expect(count).toBeGreaterThanOrEqual(1);
    expect((await both.rotateEncryption()).every(({ count }) => count === 0)).toBe(true);
    const onlyNew = await started(newKey, '');
    await onlyNew.assertEncryptionKey();
    await stored();
    const hook = await prisma().webhookSubscription.findUniqueOrThrow({ where: { id: webhookId } });
    expect(onlyNew.open(hook.headerValues!, headersContext(webhookId))).toBe('["passes"]');
    expect(await openedConnection(onlyNew.open)).toEqual(['proves', 'enters', 'verifies']);
    const { target } = await prisma().alertRule.findUniqueOrThrow({ where: { id: alertId } });
    expect(onlyNew.open(target!, `alert ${alertId}`)).toContain('rings');
    expect(onlyNew.openText(sealedTexts[0]!, `workflow ${typed.id}`)).toContain('"typed-in-1"');
    expect(onlyNew.openText(sealedTexts[1]!, `webhook url ${webhookId}`)).toBe(
      'https://u:called@example.com',
    );
    expect(await opened(onlyNew.open)).toEqual([
      'kept',
      'exact',
      500,
      'asks',
      'answers',
      'arrives',
      'signs',
      'signed',
    ]);
    const onlyOld = await started(oldKey, '');
    await expect(onlyOld.assertEncryptionKey()).rejects.toThrow(/^ENCRYPTION_KEY is not the key/);
    const back = await started(oldKey, newKey!);
    await back.rotateEncryption();
    await back.assertEncryptionKey();
  } finally {
    vi.unstubAllEnvs();
    await pool().query('DELETE FROM runtime.execution_step WHERE execution_id = $1', [executionId]);
    await pool().query('DELETE FROM runtime.execution_wait WHERE id = $1', [waitId]);
    await pool().query('DELETE FROM runtime.execution WHERE id = $1', [executionId]);
    await pool().query('UPDATE installation SET encryption_check = $1', [text]);
  }
});
