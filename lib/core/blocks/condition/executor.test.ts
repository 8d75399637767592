import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../../platform/sandbox/sandbox';
import type { ExecutionContext } from '../block';
import { Branch, ConditionConfig, conditionDefinition } from './definition';
import { executeCondition } from './executor';

const sandbox = createSandbox({ threads: 1 });
afterAll(() => sandbox.close());
const { signal } = new AbortController();
const context = { code: sandbox, signal } as Partial<ExecutionContext> as ExecutionContext;

type Line = [id: string, expression: string, label?: string];

const decide = (lines: Line[], bindings: Record<string, unknown> = {}) =>
  executeCondition(
    { branches: lines.map(([id, code, label = '']) => ({ id, label, expression: { code, bindings } })) },
    context,
  );

describe('a condition', () => {
  it.each<[lines: Line[], branch: string]>([
    [
      [
        ['a', '$ref0 === 200'],
        ['b', 'true'],
      ],
      'a',
    ],
    [
      [
        ['a', '$ref0 >= 400'],
        ['b', '$ref0 < 300'],
      ],
      'b',
    ],
    [[['a', '$ref0 >= 400']], 'else'],
    [[['a', '"$ref0" === "200"']], 'a'],
    [[['a', '$ref1.items.some((item) => item.id === 2);']], 'a'],
    [[['a', '$ref2?.x']], 'else'],
    [[], 'else'],
  ])('%j goes on along %s', async (lines, branch) => {
    const result = await decide(lines, { $ref0: 200, $ref1: { items: [{ id: 2 }] }, $ref2: null });
    expect(result).toEqual({ ok: true, output: { branch, matched: branch !== 'else' }, branch });
  });

  it.each<[lines: Line[], code: string, message: RegExp]>([
    [
      [
        ['a', 'false'],
        ['b', 'missing()', 'Paid'],
      ],
      'CODE_THREW',
      /^Branch "Paid", line 1: ReferenceError/,
    ],
    [[['a', 'a b']], 'CODE_SYNTAX', /^Branch 1, line 1: Syntax error/],
    [
      [
        ['a', 'true'],
        ['b', 'if (x) 1'],
      ],
      'CODE_SYNTAX',
      /^Branch 2/,
    ],
    [
      [
        ['a', 'true'],
        ['b', ' ', 'Late'],
      ],
      'CODE_EMPTY',
      /^Branch "Late" has no expression/,
    ],
  ])('%j fails and names the branch', async (lines, code, message) => {
    expect(await decide(lines)).toMatchObject({
      ok: false,
      continuable: false,
      error: { code, field: 'branches', message: expect.stringMatching(message) },
    });
  });
});

describe('while editing', () => {
  const problems = (...branches: Array<Partial<Branch>>) =>
    conditionDefinition
      .check?.(ConditionConfig.parse({ branches: branches.map((branch) => Branch.parse(branch)) }))
      ?.map(({ message }) => message);

  it('says what is missing or double', () => {
    expect(problems()).toEqual(['Add a branch.']);
    expect(problems({ id: 'a', expression: '1' }, { id: 'b', label: 'Late' })).toEqual([
      'Enter a rule or an expression for branch "Late".',
    ]);
    expect(problems({ id: 'a', expression: '1' }, { id: 'a', expression: '2' })).toEqual([
      'Two branches have the id "a".',
    ]);
    expect(problems({ id: 'else', expression: '1' })).toEqual(['"else" is taken: give branch 1 another id.']);
  });

  it('has a port for each branch, and else', () => {
    const config = ConditionConfig.parse({ branches: [{ id: 'ok', label: 'Fine' }, { id: 'x' }] });
    expect(conditionDefinition.ports(config)).toEqual([
      { id: 'ok', label: 'Fine', kind: 'branch' },
      { id: 'x', label: 'Branch 2', kind: 'branch' },
      { id: 'else', label: 'Else', kind: 'branch' },
    ]);
  });
});
