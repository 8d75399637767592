import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase } from '../platform/postgres/db';
import { startTestApi, type TestApi } from '../services/accounts/testing/test-api';
import type { TestWorkspace } from '../services/accounts/testing/test-workspace';
import { createConnection } from '../services/connections/change-connection';
import {
  type Command,
  callSync,
  emptyWorkspace,
  IN_STEP,
  KeptFolder,
  MAPS,
  RECEIVER,
  SECRETS,
  writeWorkspace,
} from './testing/kept-workspace';

let api: TestApi;
let mill: TestWorkspace;
let folder: KeptFolder;
beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  mill = await emptyWorkspace();
  folder = new KeptFolder();
});
afterEach(() => folder.removeAll());
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

/** Returns what the command printed. */
const cli = (args: readonly string[], given: Partial<Command> = {}) =>
  callSync(api.origin, args, { of: mill, folder, ...given });

test('diff says what a push would change, in files of every kind', async () => {
  const hook = 'webhooks/all.webhook.json';
  folder.write(hook, { name: 'All', url: RECEIVER });
  folder.write('millrace.folders.json', { billing: { name: 'Billing' } });
  expect(await cli(['diff'])).toBe(
    `${hook}: in the folder only\nmillrace.folders.json: in the folder only\n`,
  );
  await cli(['push']);
  expect(await cli(['diff'])).toBe(IN_STEP);
  folder.edit(hook, { includeTags: true });
  expect(await cli(['diff'])).toBe(`${hook}\n  includeTags: false → true\n`);
  folder.remove(hook);
  const { owner, workspaceId } = mill;
  await createConnection(owner, { workspaceId, name: 'Maps', kind: 'bearer', secret: 'tok' });
  expect(await cli(['diff'])).toBe(`${MAPS}: in the workspace only\n${hook}: in the workspace only\n`);
});

test('what another folder pushed is compared by its external id', async () => {
  writeWorkspace(folder, mill.workspaceId);
  await cli(['push'], { env: SECRETS });
  folder.remove('.millrace.json');
  expect(await cli(['diff'])).toBe(IN_STEP);
  folder.edit('alerts/fails.alert.json', { windowMinutes: 10 });
  expect(await cli(['diff'])).toBe('alerts/fails.alert.json\n  windowMinutes: 5 → 10\n');
});
