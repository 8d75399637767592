import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { expectOutcomes, refusalOf } from '../auth/testing/refusals';
import { byKey, mintWorkspace, type TestWorkspace } from '../auth/testing/test-workspace';
import { closeDatabase, prisma } from '../db';
import { deleteVariable } from './delete-variable';
import { assertEncryptionKey, open, seal } from './encryption';
import { listVariables } from './list-variables';
import { readVariables } from './read-variables';
import { VariableName } from './schema';
import { setVariable } from './set-variable';

let mill: TestWorkspace;
beforeEach(async () => {
  mill = await mintWorkspace();
});
afterAll(closeDatabase);

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

test('values are written and never shown; runs read them at once', async () => {
  await set('TOKEN', 's3cret ✓');
  expect((await readVariables(mill.workspaceId)).get('TOKEN')).toBe('s3cret ✓');
  await set('TOKEN', 'next');
  expect((await readVariables(mill.workspaceId)).get('TOKEN')).toBe('next');
  const listed = await listVariables(mill.reader, mill);
  expect(listed.data).toEqual([
    { name: 'TOKEN', builtIn: false, updatedAt: expect.any(String) },
    { name: 'MILLRACE_URL', builtIn: true, updatedAt: null },
  ]);
  const row = await prisma().variable.findFirstOrThrow({ where: { workspaceId: mill.workspaceId } });
  expect(Buffer.from(row.ciphertext).includes('next')).toBe(false);
  await deleteVariable(mill.writer, { workspaceId: mill.workspaceId, name: 'TOKEN' });
  expect([...(await readVariables(mill.workspaceId)).keys()]).toEqual(['MILLRACE_URL']);
});

test('a ciphertext moved to another variable does not open', async () => {
  await set('A', 'one');
  await set('B', 'two');
  const { workspaceId } = mill;
  const { ciphertext } = await prisma().variable.findFirstOrThrow({ where: { workspaceId, name: 'A' } });
  await prisma().variable.updateMany({ where: { workspaceId, name: 'B' }, data: { ciphertext } });
  const { workspaceId: fresh } = mill;
  await setVariable(mill.writer, { workspaceId: fresh, name: 'C', value: 'clears what is kept' });
  await expect(readVariables(workspaceId)).rejects.toThrow();
});

test('names are those of environments, and the product’s own are taken', () => {
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
  const other = await import('./encryption');
  await expect(other.assertEncryptionKey()).rejects.toThrow(/^ENCRYPTION_KEY is not the key/);
  expect(() => other.open(seal('text'))).toThrow('another ENCRYPTION_KEY');
  vi.unstubAllEnvs();
  await assertEncryptionKey();
});
