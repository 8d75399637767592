import { expect, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, openWorkflow, runToTheEnd, savedDocument, signIn } from './fixtures/author';

const PERSON = 'lister';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const branches = [{ id: 'yes', label: 'yes', expression: 'true' }];
const FORKED: WrittenDocument = {
  blocks: {
    other: { id: 'other', type: 'response', name: 'other', position: { x: 700, y: 200 } },
    taken: { id: 'taken', type: 'response', name: 'taken', position: { x: 700, y: 0 } },
    which: {
      id: 'which',
      type: 'condition',
      name: 'which',
      position: { x: 340, y: 0 },
      config: { branches },
    },
    start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 } },
  },
  edges: [
    { id: 'e1', source: 'start', target: 'which' },
    { id: 'e2', source: 'which', sourceHandle: 'yes', target: 'taken' },
    { id: 'e3', source: 'which', sourceHandle: 'else', target: 'other' },
  ],
};

test('the canvas as a list is walked and changed by keyboard', async ({ page }) => {
  const id = await openWorkflow(page, author, 'Listed', FORKED);

  await test.step('the canvas as a list: in flow order, walked, opened, connected and deleted by keyboard', async () => {
    await page.getByRole('button', { name: 'Show as a list' }).click();
    const list = page.getByRole('region', { name: 'Blocks as a list' });
    const row = (name: string) => list.getByRole('group', { name: new RegExp(`^${name}, `) });
    await expect(list.locator('[data-list-row]')).toHaveCount(4);
    const names = list.locator('[data-list-row] .font-medium');
    await expect(names).toHaveText(['start', 'which', 'taken', 'other']);
    await expect(row('start')).toBeFocused();

    await page.keyboard.press('ArrowDown');
    await expect(row('which')).toBeFocused();
    await expect(row('which')).toHaveAccessibleName(/after start, then taken on yes, other on else/i);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Block name')).toHaveValue('which');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');

    await row('taken').focus();
    await page.keyboard.press('Delete');
    await expect(row('other')).toBeFocused();
    await expect(page.getByText('Deleted 1 block')).toBeVisible();

    await row('start').focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Connect to…' }).press('Enter');
    await page.getByRole('dialog', { name: 'Connect start to' }).waitFor();
    await page.keyboard.type('oth');
    await page.keyboard.press('Enter');
    await expect(row('other')).toBeFocused();
    const { edges } = await savedDocument(page, author, id);
    expect(edges.map(({ source, target }) => `${source} ${target}`).sort()).toEqual([
      'start other',
      'start which',
      'which other',
    ]);
    await runToTheEnd(page);
    await expect(row('which')).toHaveAccessibleName(/success$/);
    await expectAccessible(page, 'the canvas as a list');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('in the list a block is added behind an output, by keyboard', async () => {
    const row = page.getByRole('group', { name: /^which, / });
    await row.focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Add a block on “yes”…' }).press('Enter');
    await expect(page.getByPlaceholder('What comes next?')).toBeFocused();
    await page.keyboard.type('function');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Block name')).toHaveValue('function');
    const { edges, blocks } = await savedDocument(page, author, id);
    const added = Object.values(blocks).find(({ type }) => type === 'function')!;
    expect(edges).toContainEqual(
      expect.objectContaining({ source: 'which', sourceHandle: 'yes', target: added.id }),
    );
  });
});
