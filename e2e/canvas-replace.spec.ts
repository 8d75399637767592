import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { blockNamed as block, makeAuthor, openWorkflow, savedDocument, signIn } from './fixtures/author';

const PERSON = 'replacer';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const LINE: WrittenDocument = {
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    call: {
      id: 'call',
      type: 'api',
      name: 'call',
      position: { x: 480, y: 0 },
      config: { url: 'https://example.com/' },
    },
    lone: {
      id: 'lone',
      type: 'function',
      name: 'lone',
      position: { x: 0, y: 320 },
      config: { code: 'return 1' },
    },
  },
  edges: [{ id: 'e1', source: 'start', target: 'call' }],
};

async function joined(page: Page, id: string): Promise<string[]> {
  const { edges } = await savedDocument(page, author, id);
  return edges.map(({ source, target }) => `${source} ${target}`).sort();
}

/** Returns the middle of the connection between two adjacent blocks. */
async function middleOf(page: Page, from: string, to: string) {
  const [a, b] = [(await block(page, from).boundingBox())!, (await block(page, to).boundingBox())!];
  return { x: (a.x + a.width + b.x) / 2, y: a.y + 21 * (a.width / 184) };
}

/** A loop whose middle is crossed by a connection between blocks inside it. */
const LOOP: WrittenDocument = {
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    each: {
      id: 'each',
      type: 'loop',
      name: 'each',
      position: { x: 0, y: 260 },
      size: { width: 700, height: 320 },
      config: { items: '[1]' },
    },
    first: {
      id: 'first',
      type: 'function',
      name: 'first',
      position: { x: 24, y: 139 },
      parentId: 'each',
      config: { code: 'return 1' },
    },
    second: {
      id: 'second',
      type: 'function',
      name: 'second',
      position: { x: 440, y: 139 },
      parentId: 'each',
      config: { code: 'return 2' },
    },
  },
  edges: [{ id: 'e1', source: 'first', target: 'second' }],
};

test('a block is dropped on a connection, or becomes one of another kind', async ({ page }) => {
  const id = await openWorkflow(page, author, 'Dropped', LINE);

  await test.step('a lone block that is dropped on a connection goes into it; Undo takes it out again', async () => {
    const middle = await middleOf(page, 'start', 'call');
    const from = (await block(page, 'lone').boundingBox())!;
    await page.mouse.move(from.x + 20, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(middle.x - 20, middle.y + 8, { steps: 8 });
    await page.mouse.move(middle.x, middle.y, { steps: 4 });
    await expect(page.locator('.flow-line-drop')).toHaveCount(1);
    await page.mouse.up();
    await expect(page.getByText('Put “lone” into the connection')).toBeVisible();
    await expect.poll(() => joined(page, id)).toEqual(['lone call', 'start lone']);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => joined(page, id)).toEqual(['start call']);
    const { blocks } = await savedDocument(page, author, id);
    expect(blocks.lone!.position).toEqual({ x: 0, y: 320 });
  });

  await test.step('a note that is dragged from the palette would go into no connection, a block would', async () => {
    const middle = await middleOf(page, 'start', 'call');
    const lit = page.locator('.flow-line-drop');
    for (const [kind, count] of [
      ['Note', 0],
      ['Function', 1],
    ] as const) {
      await page.getByRole('region', { name: 'Canvas' }).focus();
      await page.keyboard.press('/');
      await page.getByRole('dialog', { name: 'Add a block' }).getByRole('combobox').fill(kind);
      await page.getByRole('option', { name: kind }).first().hover();
      await page.mouse.down();
      await page.mouse.move(middle.x - 20, middle.y + 8, { steps: 8 });
      await page.mouse.move(middle.x, middle.y, { steps: 4 });
      await expect(lit).toHaveCount(count);
      await page.mouse.move(middle.x, middle.y + 200, { steps: 4 });
      await expect(lit).toHaveCount(0);
      await page.mouse.up();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press('ControlOrMeta+z');
    await expect(block(page, 'function')).toHaveCount(0);
  });

  await test.step('a block becomes one of another kind and keeps its connections', async () => {
    await block(page, 'call').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Replace with…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replace “call” with' });
    await expect(dialog).toBeVisible();
    await expectAccessible(page, 'the dialog that replaces a block');
    await page.keyboard.type('function');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Replaced “call” with Function')).toBeVisible();
    await expect.poll(async () => (await savedDocument(page, author, id)).blocks.call!.type).toBe('function');
    expect(await joined(page, id)).toEqual(['start call']);
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await expect.poll(async () => (await savedDocument(page, author, id)).blocks.call!.type).toBe('api');
    expect((await savedDocument(page, author, id)).blocks.call!.config).toMatchObject({
      url: 'https://example.com/',
    });
  });
});

test('a loop that is moved would go into none of its own connections', async ({ page }) => {
  const id = await openWorkflow(page, author, 'Moved loop', LOOP);
  const from = (await block(page, 'each').boundingBox())!;
  await page.mouse.move(from.x + 120, from.y + 12);
  await page.mouse.down();
  await page.mouse.move(from.x + 150, from.y + 40, { steps: 8 });
  await expect.poll(async () => (await block(page, 'each').boundingBox())!.x).toBeGreaterThan(from.x + 10);
  await expect(page.locator('.flow-line-drop')).toHaveCount(0);
  await page.mouse.up();
  await expect
    .poll(async () => (await savedDocument(page, author, id)).blocks.each!.position!.x)
    .toBeGreaterThan(0);
  expect(await joined(page, id)).toEqual(['first second']);
});
