import { expect, type Page, test } from '@playwright/test';
import { shapeOf } from '../components/editor/document/block-shape';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { apiBlock } from './fixtures/api-block';
import {
  blockNamed as block,
  makeAuthor,
  openBlock,
  openWorkflow,
  runToTheEnd,
  savedDocument,
  signIn,
} from './fixtures/author';

const PERSON = 'drawer';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const params = [{ key: 'page', value: '1', enabled: true }];
const THREE: WrittenDocument = {
  blocks: {
    one: apiBlock('one', 0, 0, { params }),
    two: apiBlock('two', 330, 0),
    three: apiBlock('three', 0, 300),
  },
  edges: [{ id: 'e1', source: 'one', target: 'two' }],
};

async function enabled(page: Page, id: string): Promise<string[]> {
  const { blocks } = await savedDocument(page, author, id);
  return Object.values(blocks).flatMap((each) => (each.enabled ? [each.id!] : []));
}

test('keys and the menu mean what is selected; what is added has the focus', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await openWorkflow(page, author, 'Three blocks', THREE);
  const nodes = page.locator('.react-flow__node');
  const undo = page.getByRole('button', { name: 'Undo', exact: true });

  await test.step('the menu under the pointer means the selection that a frame was drawn around', async () => {
    const [first, last] = [await block(page, 'one').boundingBox(), await block(page, 'three').boundingBox()];
    await page.keyboard.down('Shift');
    await page.mouse.move(first!.x - 20, first!.y - 20);
    await page.mouse.down();
    await page.mouse.move(last!.x + 60, last!.y + last!.height + 20, { steps: 5 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await page.mouse.click(last!.x + 30, last!.y + 20, { button: 'right' });
    await page.getByRole('menuitem', { name: 'Disable 2 blocks' }).click();
    await expect.poll(() => enabled(page, id)).toEqual(['two']);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => enabled(page, id)).toEqual(['one', 'two', 'three']);
    await page.keyboard.press('Escape');
  });

  await test.step('letters typed after leaving a field change no block; on the canvas a key says what it did', async () => {
    await block(page, 'one').click();
    await page.getByRole('combobox', { name: 'URL' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.type('ehe');
    await page.keyboard.press('Backspace');
    expect(await enabled(page, id)).toEqual(['one', 'two', 'three']);

    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('e');
    await expect(page.getByText('Disabled 3 blocks')).toBeVisible();
    expect(await enabled(page, id)).toEqual([]);
    await undo.last().click();
    await expect.poll(() => enabled(page, id)).toEqual(['one', 'two', 'three']);

    await block(page, 'three').click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Delete');
    await expect(page.getByText('Deleted 1 block')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(block(page, 'one')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(nodes).toHaveCount(3);
  });

  await test.step('another address comes with its own query; Undo brings the old one back', async () => {
    await page.evaluate(() => navigator.clipboard.writeText('https://other.example/list?size=5'));
    await block(page, 'one').click();
    const url = page.getByRole('combobox', { name: 'URL' });
    await url.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+v');
    await expect(url).toHaveText('https://other.example/list');
    const config = async () => (await savedDocument(page, author, id)).blocks.one?.config;
    await expect
      .poll(config)
      .toMatchObject({ url: 'https://other.example/list', params: [{ key: 'size', value: '5' }] });
    await undo.last().click();
    await expect.poll(config).toMatchObject({ url: 'https://example.com/one', params });

    await url.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('https://third.example/');
    await page.getByLabel('Block name').click();
    await expect.poll(config).toMatchObject({ url: 'https://third.example/', params: [] });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Block name')).toBeHidden();
  });

  await test.step('keys for all blocks are the canvas’s also while one of its tools has the focus', async () => {
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect(page.getByRole('button', { name: 'Zoom in' })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await expect(page.locator('.react-flow__node.selected')).toHaveCount(3);
    await page.keyboard.press('ControlOrMeta+d');
    await expect(nodes).toHaveCount(6);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(nodes).toHaveCount(3);
    await page.keyboard.press('Escape');
  });

  await test.step('after a block is added the focus is in its form', async () => {
    await page.getByRole('button', { name: 'Zoom to fit' }).click();
    await page.keyboard.press('/');
    await page.getByPlaceholder(/Add a block|What comes next/).fill('request');
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-block-form]').locator(':focus')).toHaveCount(1);
    await expect(page.getByLabel('Block name')).toHaveValue('api');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.getByPlaceholder(/Add a block|What comes next/).waitFor();
    await page.keyboard.press('Escape');
    await expect(block(page, 'api')).toBeFocused();
  });

  await test.step('a trigger is found where the next block is looked for, and stands beside', async () => {
    const before = await savedDocument(page, author, id);
    await openBlock(page, 'two');
    await page.keyboard.press('/');
    const search = page.getByPlaceholder('What comes next?');
    await expect(search).toBeFocused();
    const list = (await page.getByRole('listbox').boundingBox())!;
    const rows = await Promise.all((await page.getByRole('option').all()).map((row) => row.boundingBox()));
    const isSeen = (row: (typeof rows)[number]) => row !== null && row.y + row.height <= list.y + list.height;
    expect(rows.filter(isSeen).length).toBeGreaterThan(7);
    await expect(page.getByRole('option').first()).toHaveText(/^API/);
    await search.fill('schedule');
    await expect(page.getByRole('option', { name: /^Schedule ?Another start/ })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Block name')).toHaveValue('schedule');
    const count = async () => Object.keys((await savedDocument(page, author, id)).blocks).length;
    await expect.poll(count).toBe(Object.keys(before.blocks).length + 1);
    expect((await savedDocument(page, author, id)).edges).toEqual(before.edges);
  });
});

const branches = [
  { id: 'x', label: 'x', expression: 'true' },
  { id: 'y', label: 'y', expression: 'false' },
];

/** Those of `many` that are no requests. */
const OTHERS: Record<number, { type: string; config: Record<string, unknown> }> = {
  0: { type: 'start', config: {} },
  25: { type: 'condition', config: { branches } },
};

/** Blocks in rows of 25. */
const many = (count: number): WrittenDocument => {
  const ids = Array.from({ length: count }, (_, index) => `b${index}`);
  const place = (index: number) => ({ x: (index % 25) * 328, y: Math.floor(index / 25) * 144 });
  const blockOf = (id: string, index: number) => ({
    id,
    name: id,
    position: place(index),
    ...(OTHERS[index] ?? { type: 'api', config: { url: 'https://example.com/' } }),
  });
  return {
    blocks: Object.fromEntries(ids.map((id, index) => [id, blockOf(id, index)])),
    edges: ids.slice(1).flatMap((id, index) => {
      const edge = { id: `e${index}`, source: ids[index]!, target: id };
      return index === 25 ? [{ ...edge, sourceHandle: 'x' }] : [edge];
    }),
  };
};

test('a large workflow opens at its start; Zoom to fit shows every block, each drawn as the canvas expects', async ({
  page,
}) => {
  await openWorkflow(page, author, 'Large', many(300));
  await expect(block(page, 'b0')).toBeInViewport({ ratio: 0.99 });
  expect((await block(page, 'b0').boundingBox())!.width).toBeGreaterThan(140);

  await test.step('handles are where connections end', async () => {
    await page.getByRole('button', { name: /Show at 100 %/ }).click();
    for (const [name, type, config] of [
      ['b0', 'start', {}],
      ['b1', 'api', {}],
      ['b25', 'condition', { branches }],
    ] as const) {
      const node = block(page, name);
      const box = (await node.boundingBox())!;
      const drawn = await node.locator('.react-flow__handle').evaluateAll((handles) =>
        handles.map((handle) => {
          const { x, y, width } = handle.getBoundingClientRect();
          return { id: handle.getAttribute('data-handleid'), x, y, width };
        }),
      );
      const places = drawn.map(({ id, x, y, width }) => ({ id, x: x - box.x, y: y - box.y, width }));
      const shape = shapeOf({ type, config });
      expect(places).toEqual(shape.handles.map(({ id, x, y, width }) => ({ id, x, y, width })));
      expect(box.height).toBe(shape.heightPx);
    }
  });

  await page.getByRole('button', { name: 'Zoom to fit' }).click();
  for (const name of ['b0', 'b24', 'b275', 'b299'])
    await expect(block(page, name)).toBeInViewport({ ratio: 0.99 });
});

test('a run leaves every block as high as it was; the workflow opens again with its runs and Undo', async ({
  page,
}) => {
  const call = (id: string, y: number) => ({
    id,
    type: 'api',
    name: id,
    position: { x: 330, y },
    config: {
      url: '{{MILLRACE_URL}}/api/demo/greetings',
      method: 'POST',
      body: { kind: 'json', value: `{"name": "${id}"}` },
    },
  });
  const id = await openWorkflow(page, author, 'Left and opened again', {
    blocks: {
      s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 }, config: {} },
      upper: call('upper', 0),
      lower: call('lower', 144),
    },
    edges: [
      { id: 'e1', source: 's', target: 'upper' },
      { id: 'e2', source: 's', target: 'lower' },
    ],
  });
  const heightOf = async (name: string) => (await block(page, name).boundingBox())!.height;
  const before = [await heightOf('start'), await heightOf('upper')];
  await runToTheEnd(page);
  const lastRun = (name: string) => block(page, name).getByTitle('Show this block’s last run');
  await expect(lastRun('upper')).toBeVisible();
  expect([await heightOf('start'), await heightOf('upper')]).toEqual(before);

  const run = page.getByRole('region', { name: 'Run', exact: true });
  const shownTime = run.getByTitle('Time from start to end on the server, as recorded in the log.');
  const logs = await author.call<{ data: Array<{ totalDurationMs: number }> }>(
    'GET',
    `/api/v1/logs?workspaceId=${author.workspaceId}&workflowIds=${id}`,
  );
  await expect(shownTime).toHaveText(`${logs.body.data[0]!.totalDurationMs} ms`);

  await block(page, 'lower').click();
  await page.getByLabel('Block name').fill('under');
  await page.keyboard.press('Enter');
  await expect(block(page, 'under')).toBeVisible();
  await page.getByRole('link', { name: 'Logs', exact: true }).first().click();
  await page.waitForURL(/\/logs/);
  await page.goBack();
  await expect(lastRun('upper')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(block(page, 'lower')).toBeVisible();

  await page.reload();
  await expect(lastRun('upper')).toBeVisible();
  await lastRun('upper').click();
  await expect(page.getByRole('tree', { name: 'Output', exact: true })).toContainText('upper');
  await runToTheEnd(page);
  await run.getByRole('button', { name: 'Runs', exact: true }).click();
  await expect(page.getByRole('menuitemradio')).toHaveCount(2);
  await page.getByRole('menuitemradio').last().click();
  await expect(run).toContainText('Success');
});
