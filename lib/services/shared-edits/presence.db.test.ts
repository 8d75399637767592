import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SMALL_DOCUMENT } from '../../core/workflow/example-document';
import { WorkflowDocument } from '../../core/workflow/schema';
import { closeDatabase, prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { refusalOf } from '../accounts/testing/refusals';
import { mintUser, mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { createWorkflow } from '../workflows/create-workflow';
import { othersPresent, sendPlace } from './presence';

const PLACE = { cursor: null, selected: [], field: null };

let mill: TestWorkspace;
let id: string;
beforeAll(async () => {
  mill = await mintWorkspace();
});
beforeEach(async () => {
  const input = {
    workspaceId: mill.workspaceId,
    name: 'Flow',
    document: WorkflowDocument.parse(SMALL_DOCUMENT),
  };
  id = (await createWorkflow(mill.writer, input)).data.id;
});
afterAll(closeDatabase);

/** Returns somebody whose reports nobody else counts. */
async function another(name: string): Promise<Actor> {
  const userId = await mintUser(name);
  await prisma().membership.create({ data: { workspaceId: mill.workspaceId, userId, role: 'reader' } });
  return { ...mill.reader, userId };
}

test('one person with many client ids hides nobody else', async () => {
  const crowd = await another('crowd');
  for (let window = 0; window < 25; window += 1)
    await sendPlace(crowd, { id, clientId: `a${window}`, place: PLACE });
  await sendPlace(mill.owner, { id, clientId: 'z', place: PLACE });
  const present = await othersPresent(id, 'me');
  expect(present.filter(({ userId }) => userId === crowd.userId)).toHaveLength(10);
  expect(present.map(({ clientId }) => clientId)).toContain('z');
  // A window that is shown goes on being shown.
  await sendPlace(crowd, { id, clientId: 'a3', place: { ...PLACE, selected: ['start'] } });
  const again = (await othersPresent(id, 'me')).find(({ clientId }) => clientId === 'a3');
  expect(again?.place.selected).toEqual(['start']);
});

test('reports are counted for each person, whatever the client ids', async () => {
  const busy = await another('busy');
  const sent = Array.from({ length: 40 }, (_, window) =>
    refusalOf(sendPlace(busy, { id, clientId: `c${window}`, place: PLACE })),
  );
  const outcomes = await Promise.all(sent);
  expect(outcomes.filter((outcome) => outcome === 'rate_limited').length).toBeGreaterThan(5);
  expect(await refusalOf(sendPlace(mill.owner, { id, clientId: 'c1', place: PLACE }))).not.toBe(
    'rate_limited',
  );
});
