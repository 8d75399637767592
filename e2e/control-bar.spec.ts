import { expect, type Page, test } from '@playwright/test';
import { makeAuthor, openWorkflow, saved, signIn } from './fixtures/author';

const PERSON = 'at-the-bar';
const WIDTHS = [320, 390, 640, 768, 900, 1_024, 1_200, 1_440];

/** Returns what lies over another part of the bar, or outside it. */
const faultsOfBar = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector('header:has(h1 input)')!;
    const parts = [...bar.querySelectorAll('h1, [data-testid=save-state], button')]
      .map((part) => ({
        name: part.getAttribute('aria-label') ?? part.textContent,
        box: part.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 0);
    const { left, right } = bar.getBoundingClientRect();
    return parts.flatMap(({ name, box }, index) => [
      ...(box.left < left || box.right > right + 0.5 ? [`${name} is outside`] : []),
      ...parts
        .slice(index + 1)
        .filter((other) => box.left + 0.5 < other.box.right && other.box.left + 0.5 < box.right)
        .map((other) => `${name} and ${other.name} overlap`),
    ]);
  });

test('nothing in the editor’s bar lies over another, and all is reachable at every width', async ({
  page,
  baseURL,
}) => {
  const author = await makeAuthor(baseURL, PERSON);
  await signIn(page, PERSON);
  await openWorkflow(page, author, 'A name that is longer than the bar of a phone has room for', {
    blocks: {
      a: { id: 'a', type: 'start', name: 'start', position: { x: 0, y: 0 } },
      b: {
        id: 'b',
        type: 'response',
        name: 'answer',
        position: { x: 330, y: 0 },
        config: { body: '<gone.x>' },
      },
    },
    edges: [{ id: 'e', source: 'a', target: 'b' }],
  });
  await saved(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => faultsOfBar(page), { message: `at ${width} px` }).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 844 });
  await page.getByRole('button', { name: 'More ways to run' }).click();
  await expect(page.getByRole('menuitem', { name: 'Run with input…' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More for this workflow' }).click();
  for (const name of ['Undo', 'Redo', 'Publish…', 'Versions', 'Comments', 'Workflow settings…'])
    await expect(page.getByRole('menuitem', { name, exact: true })).toBeVisible();
});
