import { afterAll, expect, test } from 'vitest';
import { createSandbox } from '../../../platform/sandbox/sandbox';
import type { ExecutionContext } from '../block';
import { executeCondition } from './executor';
import { type RuleOperator, writeRules } from './rules';

const sandbox = createSandbox({ threads: 1 });
afterAll(() => sandbox.close());
const { signal } = new AbortController();
const context = { code: sandbox, signal } as Partial<ExecutionContext> as ExecutionContext;

/** Evaluates a rule for a value. */
async function holds(operator: RuleOperator, held: unknown, value = ''): Promise<unknown> {
  const whole = (text: string) => (text === '$ref0' ? [{ start: 0, end: text.length }] : []);
  const code = writeRules({ join: 'all', rules: [{ field: '$ref0', operator, value }] }, whole);
  const result = await executeCondition(
    { branches: [{ id: 'a', label: '', expression: { code, bindings: { $ref0: held } } }] },
    context,
  );
  return result.ok ? result.output.matched : result.error.message;
}

const PEOPLE = ['ada', 'bob'];

test.each<[RuleOperator, holds: unknown[], fails: unknown[], value?: string]>([
  ['equals', [200], ['200', 201, null, undefined], '200'],
  ['equals', ['200'], [200], '"200"'],
  ['differs', ['open', null, 1], ['closed'], 'closed'],
  ['greater', [11, '11'], [10, 9, null], '10'],
  ['atMost', [10, -1], [11, 'x'], '10'],
  ['contains', ['my ada', PEOPLE], ['eve', ['eve'], null, undefined, 7, {}], 'ada'],
  ['lacks', ['eve', null, 7], ['my ada', PEOPLE], 'ada'],
  ['begins', ['ada b'], ['my ada', PEOPLE, null, 7], 'ada'],
  ['ends', ['my ada'], ['ada b', null], 'ada'],
  ['matches', ['order 17'], ['order', '17x', PEOPLE, null, undefined, 17], '\\d+$'],
  ['mismatches', ['order', null, 17], ['order 17'], '\\d+$'],
  ['isTrue', [true], [false, 'true', 1, null]],
  ['isFalse', [false], [true, 'false', 0, null, undefined]],
  ['longer', [[1, 2, 3], 'abc'], [PEOPLE, 'ab', null, 7], '2'],
  ['shorter', [[1], ''], [PEOPLE, null, undefined], '2'],
  ['before', ['2026-01-01', '2026-11-25T23:00:00Z'], ['2026-11-26', 'soon', null, undefined], '2026-11-26'],
  ['after', ['2026-11-26T00:00:01Z'], ['2026-11-26', 'soon', null], '2026-11-26'],
  ['past', ['2001-01-01'], ['9001-01-01', 'soon', null, undefined]],
  ['future', ['9001-01-01'], ['2001-01-01', 'soon', null]],
  ['empty', ['', [], null, undefined], ['a', [1], 0, false, {}]],
  ['filled', ['a', [1], 0, {}], ['', [], null]],
  ['exists', ['', 0, false, []], [null, undefined]],
  ['missing', [null, undefined], ['', 0]],
  ['isText', ['', 'a'], [1, null, ['a']]],
  ['isNumber', [0, 1.5], ['1', null]],
  ['isBoolean', [true, false], ['true', 0]],
  ['isList', [[], PEOPLE], ['a', { length: 0 }, null]],
])('%s', async (operator, right, wrong, value) => {
  for (const held of right) expect([held, await holds(operator, held, value)]).toEqual([held, true]);
  for (const held of wrong) expect([held, await holds(operator, held, value)]).toEqual([held, false]);
});
