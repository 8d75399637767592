import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, openBlock, openWorkflow, savedDocument, signIn } from './fixtures/author';

const PERSON = 'ruler';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const place = (x: number, y = 0) => ({ x: x * 330, y });
/** A condition for each expression behind the start; the first of them decides what is answered. */
const deciding = (expressions: Record<string, string>): WrittenDocument => ({
  blocks: {
    start: {
      id: 'start',
      type: 'start',
      name: 'start',
      position: place(0),
      config: {
        fields: [
          { name: 'n', type: 'number' },
          { name: 'word', type: 'string' },
        ],
      },
    },
    ...Object.fromEntries(
      Object.entries(expressions).map(([id, expression], at) => {
        const config = { branches: [{ id: 'yes', label: 'Yes', expression }] };
        return [id, { id, type: 'condition', name: id, position: place(1, at * 200), config }];
      }),
    ),
    c: { id: 'c', type: 'response', name: 'said', position: place(2, -90), config: { body: 'yes' } },
    d: { id: 'd', type: 'response', name: 'not', position: place(2, 90), config: { body: 'no' } },
  },
  edges: [
    ...Object.keys(expressions).map((id) => ({ id: `to-${id}`, source: 'start', target: id })),
    { id: 'e2', source: Object.keys(expressions)[0]!, sourceHandle: 'yes', target: 'c' },
    { id: 'e3', source: Object.keys(expressions)[0]!, sourceHandle: 'else', target: 'd' },
  ],
});

const savedExpression = async (page: Page, id: string, block = 'check') => {
  const { blocks } = await savedDocument(page, author, id);
  const config: { branches?: Array<{ expression: string }> } = blocks[block]?.config ?? {};
  return config.branches?.[0]?.expression;
};

async function openCondition(page: Page, name: string): Promise<void> {
  await openBlock(page, name);
  await expect(page.getByRole('radiogroup', { name: 'How Yes is written' })).toBeVisible();
}

const answer = async (id: string, input: object) => {
  const { body } = await author.call<{ output: unknown }>('POST', `/api/v1/workflows/${id}/executions`, {
    input,
  });
  return body.output;
};

test('a condition without code decides runs: its rules, what may be missing, and groups of rules', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, 'Decided', deciding({ check: '' }));
  await openCondition(page, 'check');

  await test.step('a condition without code, by keyboard alone, decides a run', async () => {
    const field = page.getByRole('combobox', { name: 'Field of rule 1 of Yes' });
    await field.focus();
    await expect(page.getByRole('option', { name: /start\.n/ })).toBeVisible();
    await page.keyboard.type('start.n');
    await page.keyboard.press('Enter');
    await expect(field).toHaveText('<start.n>');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('combobox', { name: 'Operator of rule 1 of Yes' })).toBeFocused();
    await page.keyboard.press('Enter');
    const greater = page.getByRole('option', { name: /^is greater/ });
    await expect(greater).toBeVisible();
    await page.keyboard.type('is greater');
    await expect(greater).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Operator of rule 1 of Yes' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('10');
    await expect.poll(() => savedExpression(page, id)).toBe('<start.n> > 10');

    await page.getByRole('button', { name: 'Add a rule to Yes' }).press('Enter');
    await expect(page.getByRole('combobox', { name: 'Field of rule 2 of Yes' })).toBeFocused();
    await page.keyboard.type('word');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Value of rule 2 of Yes' }).focus();
    await page.keyboard.type('say "go"');
    await expect
      .poll(() => savedExpression(page, id))
      .toBe('<start.n> > 10 && <start.word> === "say \\"go\\""');
    expect(await answer(id, { n: 11, word: 'say "go"' })).toBe('yes');
    expect(await answer(id, { n: 11, word: 'go' })).toBe('no');

    await page
      .getByRole('radiogroup', { name: 'Which rules of Yes must be true' })
      .getByText('Any is true')
      .click();
    await expect
      .poll(() => savedExpression(page, id))
      .toBe('<start.n> > 10 || <start.word> === "say \\"go\\""');
    expect(await answer(id, { n: 11, word: 'go' })).toBe('yes');
    await page.getByRole('button', { name: 'Remove rule 1 of Yes' }).click();
    await expect.poll(() => savedExpression(page, id)).toBe('<start.word> === "say \\"go\\""');
  });

  await test.step('what may be missing is asked for without failing', async () => {
    await page.getByRole('combobox', { name: 'Operator of rule 1 of Yes' }).click();
    await page.getByRole('option', { name: /^does not exist/ }).click();
    await expect.poll(() => savedExpression(page, id)).toBe('<start.word?> == null');
    await expect(page.getByRole('combobox', { name: 'Value of rule 1 of Yes' })).toHaveCount(0);
    expect(await answer(id, { n: 1 })).toBe('yes');
    expect(await answer(id, { n: 1, word: 'x' })).toBe('no');
  });

  await test.step('rules in a group, by keyboard, are joined otherwise than those around them', async () => {
    const written = page.getByRole('radiogroup', { name: 'How Yes is written' });
    await written.getByText('Code').click();
    await page.getByRole('textbox', { name: 'Expression of Yes' }).fill('<start.n> >= 1');
    await written.getByText('Rules').click();
    await expect(page.getByRole('combobox', { name: 'Operator of rule 1 of Yes' })).toHaveText('is at least');
    await page.getByRole('button', { name: 'Add a group to Yes' }).press('Enter');
    const field = page.getByRole('combobox', { name: 'Field of rule 1 of group 2 of Yes' });
    await expect(field).toBeFocused();
    await page.keyboard.type('word');
    await page.keyboard.press('Enter');
    const operator = page.getByRole('combobox', { name: 'Operator of rule 1 of group 2 of Yes' });
    await operator.press('Enter');
    await page.getByRole('option', { name: /^matches/ }).click();
    await page.getByRole('combobox', { name: 'Value of rule 1 of group 2 of Yes' }).focus();
    await page.keyboard.type('^go');
    await expect
      .poll(() => savedExpression(page, id))
      .toBe('<start.n> >= 1 && <start.word>?.match?.("^go") != null');
    await page.getByRole('combobox', { name: 'Field of rule 2 of group 2 of Yes' }).focus();
    await page.keyboard.type('start.n');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Value of rule 2 of group 2 of Yes' }).focus();
    await page.keyboard.type('9');
    const code = '<start.n> >= 1 && (<start.word>?.match?.("^go") != null || <start.n> === 9)';
    await expect.poll(() => savedExpression(page, id)).toBe(code);
    await expect(page.getByTitle('The expression that runs')).toHaveText(code);
    expect(await answer(id, { n: 1, word: 'gone' })).toBe('yes');
    expect(await answer(id, { n: 9, word: 'no' })).toBe('yes');
    expect(await answer(id, { n: 2, word: 'no' })).toBe('no');
    await expectAccessible(page, 'rules in groups');

    await page.setViewportSize({ width: 1440, height: 900 });
    await written.getByText('Code').click();
    await expect(page.getByRole('textbox', { name: 'Expression of Yes' })).toHaveText(code);
    await written.getByText('Rules').click();
    await page.getByRole('button', { name: 'Remove group 2 of Yes' }).click();
    await expect.poll(() => savedExpression(page, id)).toBe('<start.n> >= 1');
    expect(await answer(id, { n: 1, word: 'no' })).toBe('yes');
  });
});

test('rules and code are two views of one expression, which say what is wrong with it', async ({ page }) => {
  const id = await openWorkflow(
    page,
    author,
    'Written',
    deciding({
      bymouse: '<start.n> > 10',
      byhand: '<start.n>>=2&&<start.word> !== "no"',
      wrong: '<start.word>?.match?.("^go") != null && Date.parse(<start.n>) < Date.now()',
      loose: '<start.n> === 1',
    }),
  );

  await test.step('by mouse a field keeps its value until another is chosen', async () => {
    await openCondition(page, 'bymouse');
    const rule = page.getByRole('group', { name: 'rule 1 of Yes' });
    const field = page.getByRole('combobox', { name: 'Field of rule 1 of Yes' });
    await rule.getByRole('button', { name: 'Use a value' }).first().click();
    await expect(page.getByRole('option', { name: /start\.word/ })).toBeVisible();
    await expect(field).toHaveText('<start.n>');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(field).toHaveText('<start.n>');
    expect(await savedExpression(page, id, 'bymouse')).toBe('<start.n> > 10');
    await rule.getByRole('button', { name: 'Use a value' }).first().click();
    await page.getByRole('option', { name: /start\.word/ }).click();
    await expect(field).toHaveText('<start.word>');
    await expect.poll(() => savedExpression(page, id, 'bymouse')).toBe('<start.word> > 10');
  });

  await test.step('an expression written by hand is rules where it can be, and says so where it can’t', async () => {
    await openCondition(page, 'byhand');
    const written = page.getByRole('radiogroup', { name: 'How Yes is written' });
    await expect(page.getByRole('combobox', { name: 'Field of rule 2 of Yes' })).toHaveText('<start.word>');
    await expect(page.getByRole('combobox', { name: 'Operator of rule 1 of Yes' })).toHaveText('is at least');
    await written.getByText('Code').click();
    const code = page.getByRole('textbox', { name: 'Expression of Yes' });
    await expect(code).toHaveText('<start.n>>=2&&<start.word> !== "no"');
    await code.fill('<start.word>.length > 3');
    await written.getByText('Rules').click();
    await expect(page.getByText('Can’t be shown as rules')).toBeVisible();
    await expect(code).toHaveText('<start.word>.length > 3');
    await expect.poll(() => savedExpression(page, id, 'byhand')).toBe('<start.word>.length > 3');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.getByRole('combobox', { name: 'Field of rule 1 of Yes' })).toHaveText('<start.n>');
  });

  await test.step('what can’t be a pattern or a date is said in the form', async () => {
    await openCondition(page, 'wrong');
    const value = page.getByRole('combobox', { name: 'Value of rule 1 of Yes' });
    await value.fill('(');
    await expect(page.getByText(/^This is not a regular expression/)).toBeVisible();
    await expect(value).toHaveAttribute('aria-invalid', 'true');
    await value.fill('\\(');
    await expect(page.getByText(/^This is not a regular expression/)).toHaveCount(0);
    await expect(page.getByText(/^This field is a number/)).toBeVisible();
    // Four conditions fit the window only at a size at which buttons are too small to be touched.
    await page.getByRole('button', { name: /Show at 100 %/ }).click();
    await expectAccessible(page, 'rules that say what is wrong');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('a rule without a field is no part of the condition, and says so', async () => {
    await openCondition(page, 'loose');
    await page.getByRole('button', { name: 'Add a rule to Yes' }).click();
    await expect(page.getByRole('combobox', { name: 'Field of rule 2 of Yes' })).toBeFocused();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Value of rule 2 of Yes' }).click();
    await page.keyboard.type('7');
    await expect(page.getByText('Not part of the condition yet')).toBeVisible();
    expect(await savedExpression(page, id, 'loose')).toBe('<start.n> === 1');
    await page.getByRole('button', { name: /Show at 100 %/ }).click();
    await expectAccessible(page, 'rules');
  });
});
