import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { apiBlock } from './fixtures/api-block';
import { expectAccessible } from './fixtures/audit-page';
import { blockNamed as block, makeAuthor, openWorkflow, savedDocument, signIn } from './fixtures/author';

const PERSON = 'grouper';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const THREE: WrittenDocument = {
  blocks: { one: apiBlock('one', 0, 0), two: apiBlock('two', 330, 0), three: apiBlock('three', 0, 320) },
  edges: [
    { id: 'e1', source: 'one', target: 'two' },
    { id: 'e2', source: 'two', target: 'three' },
  ],
};

interface Grouped {
  groups?: Array<{ title: string; colour: string; blockIds: string[] }>;
}
const groupsOf = async (page: Page, id: string) =>
  ((await savedDocument(page, author, id)) as Grouped).groups ?? [];

test('blocks are grouped, dragged together and collapsed', async ({ page }) => {
  const id = await openWorkflow(page, author, 'Grouped', THREE);

  await test.step('blocks are grouped, named, coloured, dragged together and ungrouped', async () => {
    await block(page, 'one').click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ControlOrMeta+g');
    await page.getByRole('textbox', { name: 'Title of the group' }).waitFor();
    await page.keyboard.type('Orders');
    await page.keyboard.press('Enter');
    const title = page.getByRole('button', { name: 'Group Orders, 2 blocks' });
    await expect(title).toBeFocused();
    await expect
      .poll(() => groupsOf(page, id))
      .toMatchObject([{ title: 'Orders', colour: 'blue', blockIds: ['one', 'two'] }]);

    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Colour' }).press('ArrowRight');
    await page.getByRole('menuitem', { name: 'green' }).press('Enter');
    await expect.poll(async () => (await groupsOf(page, id))[0]?.colour).toBe('green');

    const box = (await title.boundingBox())!;
    await page.mouse.move(box.x + 60, box.y + 12);
    await page.mouse.down();
    await page.mouse.move(box.x + 140, box.y + 92, { steps: 6 });
    await page.mouse.up();
    const moved = async () => {
      const { blocks } = await savedDocument(page, author, id);
      return ['one', 'two', 'three'].map((name) => blocks[name]!.position!);
    };
    await expect.poll(async () => (await moved())[0]!.x).toBeGreaterThan(40);
    const [one, two, three] = await moved();
    expect([two!.x - one!.x, two!.y - one!.y]).toEqual([330, 0]);
    expect(three).toEqual({ x: 0, y: 320 });
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await moved())[0]).toEqual({ x: 0, y: 0 });

    await title.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Ungroup' }).click();
    await expect(title).toBeHidden();
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await expect(title).toBeVisible();
    await expectAccessible(page, 'a canvas with a group');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('a collapsed group stands for its blocks, moves with them, and opens for what is found in it', async () => {
    await page.getByRole('button', { name: 'Collapse group Orders' }).click();
    const expand = page.getByRole('button', { name: 'Expand group Orders' });
    await expect(expand).toBeVisible();
    await expect(block(page, 'one')).toHaveCount(0);
    await expect(block(page, 'three')).toBeVisible();
    await expect(page.locator('.flow-group-card')).toContainText('2 blocks');
    await expectAccessible(page, 'a canvas with a collapsed group');
    await page.reload();
    await expect(expand).toBeVisible();
    await expect(block(page, 'one')).toHaveCount(0);

    const title = (await page.getByRole('button', { name: 'Group Orders, 2 blocks' }).boundingBox())!;
    await page.mouse.move(title.x + 40, title.y + 12);
    await page.mouse.down();
    await page.mouse.move(title.x + 120, title.y + 12, { steps: 6 });
    await page.mouse.up();
    const places = async () => {
      const { blocks } = await savedDocument(page, author, id);
      return ['one', 'two'].map((name) => blocks[name]!.position!.x);
    };
    await expect.poll(async () => (await places())[0]).toBeGreaterThan(40);
    const [one, two] = await places();
    expect(two! - one!).toBe(330);

    await page.keyboard.press('ControlOrMeta+f');
    await page.getByRole('dialog', { name: 'Find in the workflow' }).waitFor();
    await page.keyboard.type('two');
    await page.keyboard.press('Enter');
    await expect(block(page, 'two')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Collapse group Orders' })).toBeVisible();
  });
});

test('a collapsed group counts where all is shown, and on the map', async ({ page }) => {
  const ids = Array.from({ length: 14 }, (_, at) => `n${at}`);
  const grouped = {
    blocks: Object.fromEntries(ids.map((name, at) => [name, apiBlock(name, at * 900, at === 0 ? 0 : 1_500)])),
    edges: [],
    groups: [{ id: 'g', title: 'Orders', colour: 'blue', blockIds: ids }],
  };
  await openWorkflow(page, author, 'Collapsed whole', grouped);
  await page.getByRole('button', { name: 'Zoom to fit' }).click();
  const zoom = page.getByRole('button', { name: /^Zoom is/ });
  await expect.poll(async () => Number.parseFloat((await zoom.textContent()) ?? '')).toBeLessThan(20);
  await page.getByRole('button', { name: 'Collapse group Orders' }).press('Enter');
  await page.getByRole('button', { name: 'Zoom to fit' }).click();
  await expect(zoom).toHaveText('100 %');
  const card = page.locator('.flow-group-card');
  await expect(card).toBeInViewport({ ratio: 0.99 });
  /** Counts the drawn pixels of the map. */
  const drawnOnMap = () =>
    page.getByRole('img', { name: 'Map of the workflow' }).evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((value, at) => at % 4 === 3 && value > 0).length;
    });
  await expect.poll(drawnOnMap).toBeGreaterThan(20);
  await page.reload();
  await expect(card).toBeInViewport({ ratio: 0.99 });
});
