import { expect, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, signIn } from './fixtures/author';

const PERSON = 'replayer';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const doubling = (code: string): WrittenDocument => ({
  blocks: {
    s: {
      id: 's',
      type: 'start',
      name: 'start',
      position: { x: 0, y: 0 },
      config: { fields: [{ name: 'n', type: 'number' }] },
    },
    f: { id: 'f', type: 'function', name: 'double', position: { x: 330, y: 0 }, config: { code } },
  },
  edges: [{ id: 'e', source: 's', target: 'f' }],
});

test('a past run is run again with another input', async ({ page }) => {
  const id = await author.createWorkflow('Again', doubling('return <start.n> * 2;'));
  const ran = await author.call<{ logId: string }>('POST', `/api/v1/workflows/${id}/executions`, {
    input: { n: 3 },
  });
  await page.goto(`/w/${author.workspaceId}/logs?log=${ran.body.logId}`);
  await page.getByRole('button', { name: 'Run again…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run again' });
  // Never published, so there is no live version to run.
  await expect(dialog.getByRole('radio')).toHaveText(['As it ran', 'Draft']);
  await expect(dialog.getByRole('radio', { name: 'Draft' })).toBeChecked();
  const input = dialog.getByRole('textbox', { name: 'Input' });
  await expect(input).toHaveValue('{\n  "n": 3\n}');
  await input.fill('{"n": ');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(dialog.getByText(/This is not valid JSON/)).toBeVisible();
  await expectAccessible(page, 'the question for the input of a run');
  await input.fill('{"n": 21}');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('button', { name: 'Open log' }).click();
  await page.getByRole('tab', { name: 'Output' }).click();
  await expect(page.getByRole('treeitem', { name: /^result.*42/ })).toBeVisible();
});

/** Publishes a version that doubles, runs it with 3 and 0, and saves a draft that triples: equal for 0. */
async function tripled(name: string) {
  const id = await author.createWorkflow(name, doubling('return <start.n> * 2;'));
  await author.call('POST', `/api/v1/workflows/${id}/publish`, {});
  const run = (n: number) =>
    author.call<{ logId: string }>('POST', `/api/v1/workflows/${id}/executions`, { input: { n } });
  const { logId } = (await run(3)).body;
  await run(0);
  await author.call('PUT', `/api/v1/workflows/${id}`, { document: doubling('return <start.n> * 3;') });
  return { id, logId };
}

test('a past run is replayed as it ran and with the draft', async ({ page }) => {
  const { logId } = await tripled('Replayed');
  await page.goto(`/w/${author.workspaceId}/logs?log=${logId}`);
  await page.getByRole('button', { name: 'Replay…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replay this run' });
  const replay = dialog.getByRole('button', { name: 'Replay', exact: true });
  await dialog.getByRole('radio', { name: 'As it ran' }).click();
  await replay.click();
  await expect(dialog.getByText('The result is the same.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Draft' }).click();
  await replay.click();
  await expect(dialog.getByText('The result is different.')).toBeVisible();
  const differences = dialog.getByRole('list', { name: 'Differences' }).getByRole('listitem');
  await expect(differences.filter({ hasText: 'double: output differs' })).toContainText(
    /result\s*Before\s*6\s*After\s*9/,
  );
  await expectAccessible(page, 'a replay with differences');
});

test('a replay says that a run which failed now succeeds, with what each gave', async ({ page }) => {
  const id = await author.createWorkflow('Repaired', doubling("throw new Error('no luck');"));
  const ran = await author.call<{ logId: string }>('POST', `/api/v1/workflows/${id}/executions`, {
    input: { n: 3 },
  });
  await author.call('PUT', `/api/v1/workflows/${id}`, { document: doubling('return <start.n> * 2;') });
  await page.goto(`/w/${author.workspaceId}/logs?log=${ran.body.logId}`);
  // The error of the run is shown above all its other facts.
  const panel = page.getByRole('complementary');
  const [error, facts] = [panel.getByRole('alert').first(), panel.getByText('Trigger', { exact: true })];
  const topOf = async (of: typeof error) => (await of.boundingBox())!.y;
  await expect(error).toContainText('no luck');
  expect(await topOf(error)).toBeLessThan(await topOf(facts));
  await page.getByRole('button', { name: 'Replay…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replay this run' });
  await dialog.getByRole('radio', { name: 'Draft' }).click();
  await dialog.getByRole('button', { name: 'Replay', exact: true }).click();
  await expect(dialog.getByText('The run failed, and now succeeds.')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Recorded' })).toContainText(
    /^Recorded\s*double: .*no luck/,
  );
  await expect(
    dialog.getByRole('region', { name: 'Replayed' }).getByRole('treeitem', { name: /^result.*6/ }),
  ).toBeVisible();
  // Blocks are named, never shown by id.
  await expect(dialog.getByText('blockId')).toHaveCount(0);
  await expectAccessible(page, 'a replay of a repair');
});

test('two runs that are ticked in the list are compared, and others are chosen from lists', async ({
  page,
}) => {
  const { id } = await tripled('Ticked');
  await page.goto(`/w/${author.workspaceId}/logs?workflowIds=${id}`);
  const rows = page.getByRole('listbox').getByRole('option');
  await expect(rows).toHaveCount(2);
  // The list handles keys slightly later than the page.
  await expect(async () => {
    await page.keyboard.press('Home');
    await expect(page.getByRole('listbox')).toBeFocused();
  }).toPass();
  await page.keyboard.press('x');
  await expect(page.getByText('One run ticked. Tick another to compare them.')).toBeVisible();
  await rows.nth(1).hover();
  await rows.nth(1).getByTitle('Tick to compare with another run').click();
  await expect(rows.nth(1)).toHaveAttribute('aria-checked', 'true');
  await expectAccessible(page, 'two runs ticked');
  await page.getByRole('link', { name: 'Compare them' }).click();
  await expect(page).toHaveURL(/\/logs\/compare\?a=[0-9a-f-]+&b=[0-9a-f-]+$/);
  await expect(page.getByRole('region', { name: 'Blocks' })).toBeVisible();
  await page.getByRole('button', { name: /^First run:/ }).click();
  const choice = page.getByRole('dialog', { name: 'First run' });
  await expect(choice.getByRole('button', { pressed: true })).toHaveCount(1);
  await choice.getByRole('listitem').first().getByRole('button').click();
  await expect(choice).toHaveCount(0);
  await expectAccessible(page, 'two runs to compare, chosen');
});

test('a draft is tested with the last live runs before it is published', async ({ page }) => {
  const { id, logId } = await tripled('Tested');
  await page.goto(`/w/${author.workspaceId}/workflows/${id}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('combobox', { name: 'Runs to replay' }).click();
  await page.getByRole('option', { name: '1,000 runs' }).click();
  const asked = page.waitForRequest(/\/shadow$/);
  await page.getByRole('button', { name: 'Test with live runs' }).click();
  expect((await asked).postDataJSON()).toEqual({ runs: 1_000, version: 'draft' });
  const tested = page.getByRole('region', { name: 'Test with live runs' });
  await expect(tested.getByText('1 of 2 runs give the same result.')).toBeVisible();
  await expect(tested.getByText(/1 run · double: output differs/)).toBeVisible();
  await expect(tested.getByRole('link', { name: 'log 1' })).toHaveAttribute('href', new RegExp(logId));
  await expectAccessible(page, 'a draft tested with live runs');
});
