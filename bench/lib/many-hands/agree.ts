import type { KeyHolder } from '../../../e2e/fixtures/api';
import type { WorkflowDocument } from '../../../lib/core/workflow/schema';
import { type Added, type Hand, lettersOf, open, shownUrl, TEXT_BLOCKS } from './hand';

interface Shown {
  /** The position and the name of each block, by id. */
  blocks: Record<string, string>;
  edges: string[];
  groups: string[];
}

export async function storedDocument(author: KeyHolder, id: string) {
  const { body } = await author.call<{ data: { version: number; document: WorkflowDocument } }>(
    'GET',
    `/api/v1/workflows/${id}`,
  );
  return body.data;
}

const sorted = (entries: Array<[string, string]>): Record<string, string> =>
  Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));

function inStore({ blocks, edges, groups = [] }: WorkflowDocument): Shown {
  return {
    blocks: sorted(
      Object.values(blocks).map(({ id, name, position: { x, y } }) => [id, `${name} at ${x} ${y}`]),
    ),
    edges: edges.map(({ id }) => id).sort(),
    groups: groups.map(({ title, blockIds }) => `${title} ${blockIds.length}`).sort(),
  };
}

async function inWindow({ page }: Hand): Promise<Shown> {
  const nodes = await page.locator('.react-flow__node').evaluateAll((all) =>
    all.map((node): [string, string] => {
      const { dataset, style } = node as HTMLElement;
      const [x, y] = style.transform.match(/-?[\d.]+/g) ?? [];
      const label = node.getAttribute('aria-label') ?? '';
      return [dataset.id ?? '', `${label.split(', ')[0]} at ${x} ${y}`];
    }),
  );
  const edges = await page
    .locator('.react-flow__edge')
    .evaluateAll((all) => all.map((edge) => edge.getAttribute('data-id') ?? ''));
  const groups = await page
    .locator('[data-group-id] button')
    .evaluateAll((all) => all.map((button) => button.getAttribute('aria-label') ?? ''));
  return {
    blocks: sorted(nodes),
    edges: edges.sort(),
    groups: groups.map((label) => label.replace(/^Group (.*), (\d+) blocks?$/, '$1 $2')).sort(),
  };
}

/** Returns the differences between a window and the server's document. */
async function differences(hand: Hand, at: number, document: WorkflowDocument): Promise<string[]> {
  const [shown, stored] = [await inWindow(hand), inStore(document)];
  const found = (Object.keys(stored) as Array<keyof Shown>).flatMap((part) =>
    JSON.stringify(shown[part]) === JSON.stringify(stored[part])
      ? []
      : [`browser ${at} shows other ${part}: ${onlyIn(shown[part], stored[part])}`],
  );
  for (const name of TEXT_BLOCKS) {
    await open(hand.page, name);
    const text = await shownUrl(hand.page);
    if (text.trim() !== urlIn(document, name)) found.push(`browser ${at} shows another text in ${name}`);
  }
  await hand.page.keyboard.press('Escape');
  return found;
}

function onlyIn(shown: object, stored: object): string {
  const [left, right] = [shown, stored].map((side) => new Set(Object.entries(side).map(String))) as [
    Set<string>,
    Set<string>,
  ];
  const mine = [...left].filter((one) => !right.has(one)).join('; ');
  return `${mine} | ${[...right].filter((one) => !left.has(one)).join('; ')}`;
}

const urlIn = ({ blocks }: WorkflowDocument, name: string): string =>
  String(Object.values(blocks).find((block) => block.name === name)?.config.url ?? '');

/** Returns lost letters that were typed and not undone, and lost or undeleted blocks. */
function losses(document: WorkflowDocument, hands: readonly Hand[], added: Added, put: string[]): string[] {
  const problems: string[] = [];
  for (const [at, { typed, alphabet }] of hands.entries())
    for (const [block, letters] of typed) {
      const found = lettersOf(urlIn(document, block), alphabet);
      if (found !== letters) problems.push(`${block} has "${found}" of browser ${at}, not "${letters}"`);
    }
  for (const [id, name] of added.names)
    if ((document.blocks[id] !== undefined) !== (name !== null))
      problems.push(`${name ?? 'a deleted block'} (${id}) is ${name === null ? 'there' : 'lost'}`);
  for (const id of put)
    if (document.blocks[id] === undefined) problems.push(`${id}, put by the API, is lost`);
  return problems;
}

/** Waits until all agree. @returns the differences that remain at the end, and the losses */
export async function compareAll(
  author: KeyHolder,
  id: string,
  hands: readonly Hand[],
  { added, put, withinMs }: { added: Added; put: string[]; withinMs: number },
): Promise<string[]> {
  const endsAtMs = Date.now() + withinMs;
  for (const { page } of hands) {
    await page.getByTestId('save-state').getByText('Saved').waitFor({ timeout: withinMs });
    await page.getByRole('button', { name: 'Zoom to fit' }).click();
  }
  for (;;) {
    const { document } = await storedDocument(author, id);
    const found = await Promise.all(hands.map((hand, at) => differences(hand, at, document)));
    const problems = [...found.flat(), ...losses(document, hands, added, put)];
    if (problems.length === 0 || Date.now() > endsAtMs) return problems;
  }
}
