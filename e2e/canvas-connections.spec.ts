import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import {
  blockNamed as block,
  makeAuthor,
  openWorkflow,
  runToTheEnd,
  savedDocument,
  signIn,
} from './fixtures/author';

const PERSON = 'connector';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const branches = [{ id: 'yes', label: 'yes', expression: 'true' }];
const FORKED: WrittenDocument = {
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    which: {
      id: 'which',
      type: 'condition',
      name: 'which',
      position: { x: 340, y: 0 },
      config: { branches },
    },
    taken: { id: 'taken', type: 'response', name: 'taken', position: { x: 700, y: 0 } },
    other: { id: 'other', type: 'response', name: 'other', position: { x: 700, y: 200 } },
  },
  edges: [
    { id: 'e1', source: 'start', target: 'which' },
    { id: 'e2', source: 'which', sourceHandle: 'yes', target: 'taken' },
    { id: 'e3', source: 'which', sourceHandle: 'else', target: 'other' },
  ],
};

const connection = (page: Page, from: string, to: string) =>
  page.getByRole('group', { name: `Connection from ${from} to ${to}`, exact: true });

async function joined(page: Page, id: string): Promise<string[]> {
  const { edges } = await savedDocument(page, author, id);
  return edges
    .map(({ source, sourceHandle = 'out', target }) => `${source} ${sourceHandle} ${target}`)
    .sort();
}

/** Drags the end of a connection from a block's input to another block. */
async function dragEnd(page: Page, from: string, to: string, over: string): Promise<void> {
  const end = (await connection(page, from, to).locator('.react-flow__edgeupdater-target').boundingBox())!;
  const target = (await block(page, over).boundingBox())!;
  await page.mouse.move(end.x + 4, end.y + end.height / 2);
  await page.mouse.down();
  await page.mouse.move(target.x + 60, target.y + 60, { steps: 8 });
  await page.mouse.up();
}

test('connections are walked, dragged by their ends, and after a run the way it took stands out', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, 'Forked', FORKED);

  await test.step('Tab goes through the blocks in the order of the flow, a key from a block to its connections', async () => {
    await page.getByRole('region', { name: 'Canvas' }).focus();
    for (const name of ['start', 'which']) {
      await page.keyboard.press('Tab');
      await expect(block(page, name)).toBeFocused();
    }
    for (const name of ['taken', 'other']) {
      await page.keyboard.press('n');
      await expect(connection(page, 'which', name)).toBeFocused();
    }
    await page.keyboard.press('n');
    await expect(block(page, 'which')).toBeFocused();
    // The buttons on a selected block's connections follow the blocks in the focus order.
    await page.keyboard.press('Enter');
    const buttons = page.getByRole('button', { name: 'Delete the connection from start to which' });
    await expect(buttons).toBeAttached();
    const isBehind = (button: Element) => {
      const last = [...document.querySelectorAll('.react-flow__node')].at(-1);
      return Boolean(last && last.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING);
    };
    expect(await buttons.evaluate(isBehind)).toBe(true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });

  await test.step('the end of a connection is dragged to another block; what can’t be is refused in words', async () => {
    await page.getByRole('button', { name: /Show at 100 %/ }).click();
    await dragEnd(page, 'which', 'taken', 'other');
    await expect(connection(page, 'which', 'other')).toHaveCount(2);
    expect(await joined(page, id)).toEqual(['start out which', 'which else other', 'which yes other']);

    await dragEnd(page, 'start', 'which', 'start');
    await expect(page.getByText(/can’t be connected to itself/)).toBeVisible();
    expect(await joined(page, id)).toContain('start out which');

    await page.keyboard.press('ControlOrMeta+z');
    await expect(connection(page, 'which', 'taken')).toBeVisible();
    expect(await joined(page, id)).toContain('which yes taken');
  });

  await test.step('after a run the way it took stands out', async () => {
    const isTaken = (from: string, to: string) => connection(page, from, to).locator('.flow-line-taken');
    await expect(isTaken('start', 'which')).toHaveCount(0);
    await runToTheEnd(page);
    await expect(isTaken('start', 'which')).toHaveCount(1);
    await expect(isTaken('which', 'taken')).toHaveCount(1);
    await expect(isTaken('which', 'other')).toHaveCount(0);
  });
});

test('connections are drawn, moved and deleted by keyboard; every open output has its +', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, 'Open end', { ...FORKED, edges: FORKED.edges.slice(0, 2) });

  await test.step('every open output has its +, which names it', async () => {
    const plus = page.getByRole('button', { name: 'Add a block: Else, after which' });
    await expect(plus).toBeVisible();
    await expect(plus).toHaveCSS('opacity', '1');
    await expect(page.getByRole('button', { name: /^Add a block: yes/ })).toHaveCount(0);
    await plus.click();
    await page.getByPlaceholder(/What comes next/).fill('request');
    await page.keyboard.press('Enter');
    await expect(connection(page, 'which', 'api')).toBeVisible();
    await page.keyboard.press('Escape');
    await expectAccessible(page, 'a canvas with open outputs');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('ControlOrMeta+z');
    await expect(block(page, 'api')).toHaveCount(0);
  });

  await test.step('connections are drawn, moved and deleted by keyboard', async () => {
    await block(page, 'which').focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: /^Connect “else” to/i }).press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Connect which/ });
    await expect(dialog.getByRole('option')).toHaveCount(2);
    await page.keyboard.type('oth');
    await page.keyboard.press('Enter');
    await expect(block(page, 'other')).toBeFocused();
    expect(await joined(page, id)).toContain('which else other');

    await connection(page, 'which', 'taken').focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Connect from another block…' }).press('Enter');
    await page.getByRole('dialog', { name: 'Connect another block to taken' }).waitFor();
    await page.keyboard.type('start');
    await page.keyboard.press('Enter');
    await expect(connection(page, 'start', 'taken')).toBeVisible();
    // It passes the block that stands between its ends, instead of running under it.
    const middleY = await connection(page, 'start', 'taken')
      .locator('.react-flow__edge-path')
      .evaluate((path: SVGPathElement) => {
        const middle = path.getPointAtLength(path.getTotalLength() / 2);
        return new DOMPoint(middle.x, middle.y).matrixTransform(path.getScreenCTM()!).y;
      });
    const { y, height } = (await block(page, 'which').boundingBox())!;
    expect(middleY < y || middleY > y + height).toBe(true);
    expect(await joined(page, id)).toEqual(['start out taken', 'start out which', 'which else other']);

    await connection(page, 'start', 'which').focus();
    await page.keyboard.press('Delete');
    await expect(page.getByText('Deleted 1 connection')).toBeVisible();
    expect(await joined(page, id)).toEqual(['start out taken', 'which else other']);
  });
});

test('after a run a connection in a loop says how often it was taken', async ({ page }) => {
  const inside = (id: string, x: number) => ({
    id,
    type: 'function',
    name: id,
    parentId: 'each',
    position: { x, y: 96 },
    config: { code: 'return 1' },
  });
  await openWorkflow(page, author, 'Counted', {
    blocks: {
      start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 } },
      each: {
        id: 'each',
        type: 'loop',
        name: 'each',
        position: { x: 330, y: 0 },
        config: { items: '[1, 2, 3]' },
      },
      first: inside('first', 24),
      second: inside('second', 300),
    },
    edges: [
      { id: 'e1', source: 'start', target: 'each' },
      { id: 'e2', source: 'first', target: 'second' },
    ],
  });
  const counts = page.getByTitle(/^Taken \d+ times? in this run$/);
  await expect(counts).toHaveCount(0);
  await runToTheEnd(page);
  await expect(counts).toHaveText(['×3Taken 3 times in this run']);
});
