import { expect, test } from 'vitest';
import { checkWorkflowSteps } from '../../core/workflow/check-workflow';
import { WorkflowDocument } from '../../core/workflow/schema';
import { atOnce } from '../../core/workflow/steps';
import { AppError } from '../../platform/errors';
import { expectShortTasks } from '../../platform/testing/expect-short-tasks';
import { assertSavable } from './assert-savable';
import { fullOfReferences } from './testing/full-of-references';

const position = { x: 0, y: 0 };

/** Returns blocks that send requests, each with its own config. */
function requests(count: number, configOf: (index: number) => Record<string, unknown>): WorkflowDocument {
  const blocks = Array.from({ length: count }, (_, index) => {
    const id = `b${index}`;
    return { id, type: 'api', name: id, position, config: { url: 'https://h.example/', ...configOf(index) } };
  });
  return WorkflowDocument.parse({
    blocks: Object.fromEntries(blocks.map((block) => [block.id, block])),
    edges: [],
  });
}

async function refusal(...input: Parameters<typeof assertSavable>): Promise<AppError> {
  const error = await assertSavable(...input).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}

test('of very many problems a hundred are told, and that there are more', async () => {
  const error = await refusal(requests(1_000, () => ({ nope: 1 })));
  expect(error.message).toContain('(and more than 99 more)');
  expect(error.issues).toHaveLength(100);
  expect((await refusal(requests(3, () => ({ nope: 1 })))).message).toContain('(and 2 more)');
});

test('each problem names what there is, and its place in the guides', async () => {
  const { issues } = await refusal(requests(1, () => ({ urrl: 1, zzzz: 1 })));
  expect(issues).toMatchObject([
    {
      message: expect.stringContaining('Did you mean "url"?'),
      docs: '/docs/guide/blocks/api#settings-in-documents',
    },
    { message: expect.stringContaining('It has: method, url, params') },
  ]);
  const document = requests(1, () => ({}));
  document.blocks.b0!.type = 'apo';
  const [unknown] = (await refusal(document)).issues;
  expect(unknown).toMatchObject({ docs: '/docs/guide/error-codes#block_type_unknown' });
  expect(unknown!.message).toMatch(/Did you mean "api"\? There are: start, .*, response, note\./);
});

test('no more problems are made than are told, but for those of one block', () => {
  const names = Array.from({ length: 60 }, (_, index) => `{{NAME_${index}}}`).join('');
  const document = requests(1_000, () => ({ url: `https://h.example/?q=${names}` }));
  let made = 0;
  const isWanted = ({ code }: { code: string }): boolean => {
    made += 1;
    return code === 'VARIABLE_NOT_FOUND';
  };
  const known = { variables: [] };
  const found = atOnce(checkWorkflowSteps(document, known, { isWanted, most: 100 }));
  expect(found.length).toBeGreaterThan(100);
  expect(found.length).toBeLessThanOrEqual(160);
  // Each block also has a problem because it never runs.
  expect(made).toBeLessThanOrEqual(1_000 + 200);
});

test('settings that the stored document has too hide no new one behind them', async () => {
  const slipped = (index: number) => ({ old: 1, ...(index === 299 ? { brandNew: 1 } : {}) });
  const stored = requests(300, () => ({ old: 1 }));
  await assertSavable(stored, async () => stored);
  const error = await refusal(requests(300, slipped), async () => stored);
  expect(error.issues).toMatchObject([
    { param: 'document.blocks.b299.config.brandNew', message: expect.stringContaining('"brandNew"') },
  ]);
});

test('as many references as a workflow may have are checked without holding the loop', async () => {
  const document = fullOfReferences();
  await expectShortTasks(() => assertSavable(document));
});
