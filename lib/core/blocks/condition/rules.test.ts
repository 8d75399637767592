import { type BinaryExpression, type Literal, parseExpressionAt } from 'acorn';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { knownHeads } from '../../references/find-references';
import { parseTemplate } from '../../references/template';
import {
  RULE_OPERATORS,
  type Rule,
  type RuleOperator,
  readRules,
  takesValue,
  withOptionalField,
  writeRules,
} from './rules';

/** Finds holes as a run does, in a workflow with these two blocks. */
const findHoles = (text: string) =>
  parseTemplate(text, knownHeads(['api', 'start'])).parts.flatMap((part) => {
    if (typeof part === 'string') return [];
    if (part.kind === 'reference') return [{ start: part.reference.start, end: part.reference.end }];
    return part.slashes % 2 === 1 ? [] : [{ start: part.start, end: part.end }];
  });

const rule = (value: string, operator: RuleOperator = 'equals', field = '<api.status>'): Rule => ({
  field,
  operator,
  value,
});
const written = (...rules: Rule[]) => writeRules({ join: 'all', rules }, findHoles);
const read = (code: string) => readRules(code, findHoles);

describe('rules as code', () => {
  test.each([
    [rule('200'), '<api.status> === 200'],
    [rule('-1.5e3', 'atLeast'), '<api.status> >= -1.5e3'],
    [rule('open'), '<api.status> === "open"'],
    [rule('"200"', 'differs'), '<api.status> !== "200"'],
    [rule('', 'isTrue'), '<api.status> === true'],
    [rule('null'), '<api.status> === null'],
    [rule('^\\d+ "x"$', 'matches'), '<api.status>?.match?.("^\\\\d+ \\"x\\"$") != null'],
    [rule('3', 'longer'), '<api.status>?.length > 3'],
    [rule('2026-11-26', 'before'), 'Date.parse(<api.status>) < Date.parse("2026-11-26")'],
    [rule('', 'past'), 'Date.parse(<api.status>) < Date.now()'],
    [rule(''), '<api.status> === ""'],
    [rule(' <start.n> ', 'greater'), '<api.status> > <start.n>'],
    [rule('{{LIMIT}}', 'less'), '<api.status> < {{LIMIT}}'],
    [rule('id-<start.n>', 'begins'), '<api.status>?.startsWith?.("id-<start.n>")'],
    [rule('', 'missing', "<api.data['odd key']?>"), "<api.data['odd key']?> == null"],
    [rule('', 'empty'), '(<api.status> ?? "").length === 0'],
    [rule('', 'isList'), 'Array.isArray(<api.status>)'],
    [rule('<nobody.x>'), '<api.status> === "\\u003cnobody.x>"'],
  ])('%j is %s', (one, code) => {
    expect(written(one)).toBe(code);
    expect(read(code)?.rules).toEqual([{ ...one, value: one.value.trim() }]);
  });

  test('several are joined by one word', () => {
    const rules = [rule('200'), rule('a', 'contains', '<api.data.name>')];
    const code = '<api.status> === 200 || <api.data.name>?.includes?.("a")';
    expect(writeRules({ join: 'any', rules }, findHoles)).toBe(code);
    expect(read(code)).toEqual({ join: 'any', rules });
    expect(written(...rules)).toContain(' && ');
  });

  test('some of them stand in groups', () => {
    const [one, two, three] = [rule('1'), rule('2', 'greater'), rule('', 'empty')];
    const group = { join: 'any', rules: [two, three] } as const;
    const code = '<api.status> === 1 && (<api.status> > 2 || (<api.status> ?? "").length === 0)';
    expect(writeRules({ join: 'all', rules: [one, group] }, findHoles)).toBe(code);
    expect(read(code)).toEqual({ join: 'all', rules: [one, group] });
    const lone = '(<api.status> > 2 || (<api.status> ?? "").length === 0)';
    expect(read(lone)).toEqual({ join: 'all', rules: [group] });
    expect(writeRules({ join: 'all', rules: [group] }, findHoles)).toBe(lone);
  });

  test('what binds more tightly is a group, with or without parentheses', () => {
    const [one, two, three] = [rule('1'), rule('2'), rule('3')];
    const rules = { join: 'any', rules: [{ join: 'all', rules: [one, two] }, three] } as const;
    expect(read('<api.status> === 1 && <api.status> === 2 || <api.status> === 3')).toEqual(rules);
    expect(writeRules(rules, findHoles)).toBe(
      '(<api.status> === 1 && <api.status> === 2) || <api.status> === 3',
    );
  });

  test('a group with one rule that is filled in is that rule; one without any is none', () => {
    const [one, blank] = [rule('1'), rule('', 'equals', '')];
    const rules = [
      { join: 'any' as const, rules: [one, blank] },
      { join: 'any' as const, rules: [blank] },
    ];
    expect(writeRules({ join: 'all', rules }, findHoles)).toBe('<api.status> === 1');
  });

  test('a rule that compares nothing yet is no part of it', () => {
    expect(written(rule('1', 'equals', ''), rule('2'), rule('3', 'equals', 'status'))).toBe(
      '<api.status> === 2',
    );
    expect(read(' ')).toEqual({ join: 'all', rules: [] });
  });
});

test.each([
  '<api.status>===200',
  "<api.status> === 'it\\'s \"so\"'",
  '<api.status>\n  === 200\n  && <api.data>  !=  null',
])('%s, written by hand, is rules', (code) => {
  const rules = read(code);
  expect(rules).not.toBeNull();
  const again = writeRules(rules as NonNullable<typeof rules>, findHoles);
  expect(read(again)).toEqual(rules);
});

test.each([
  '<api.status> === 200 && <api.status> > 1 || true',
  '<api.data>.items.length > 0',
  '<nobody.x> === 1',
  '200 === <api.status>',
  '<api.status> === 200 // why',
  '<api.status> == 200',
  '<api.status> === name',
  '<api.status> === 0x10',
  '<api.status> === 12abc',
  '<api.status> === `a`',
  '<api.status> === "a\\nb"',
  '<api.status> === "open',
  '<api.status> === "\\x41"',
  '(<api.status> === 200)',
  '((<api.status> === 1 || <api.status> === 2))',
  '<api.status> === 1 && (<api.status> === 2 || (<api.status> === 3 && <api.status> === 4))',
  '(<api.status> === 1',
  '<api.status> === 1)',
  '!(<api.status> === 1 || <api.status> === 2)',
  '<api.status> === 200;',
  '<api.status>',
])('%s is shown as code', (code) => {
  expect(read(code)).toBeNull();
});

/** Signs that have a meaning in code, in texts, in references. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom('"', "'", '\\', '`', '<', '>', '{{', '}}', '${', '$ref0', '<api.x>', '{{KEY}}', ' && '),
      fc.constantFrom('\\u003c', '//', '/*', '</script>', '\u2028', '<start.n', '"]>', '\t', '\ud800', '200'),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join('').replace(/[\r\n]/g, ' '));

test('whatever is typed comes back as it was, and is one literal or reference', () => {
  fc.assert(
    fc.property(hostile, fc.constantFrom(...(Object.keys(RULE_OPERATORS) as RuleOperator[])), (typed, by) => {
      const code = written(rule(typed, by), rule('1'));
      const back = read(code);
      if (back === null) {
        // Only line separators can't be shown in a row.
        expect(typed).toMatch(/[\u2028\u2029]/);
        return;
      }
      expect(back.rules).toHaveLength(2);
      expect(back.rules[0]).toMatchObject({ operator: by });
      expect(writeRules(back, findHoles)).toBe(code);
    }),
    { numRuns: 500 },
  );
});

const anyRule = fc
  .constantFrom(...(Object.keys(RULE_OPERATORS) as RuleOperator[]))
  .map((operator) => rule(takesValue(operator) ? '7' : '', operator));
const anyJoin = fc.constantFrom('all' as const, 'any' as const);
const anyGroup = fc.record({ join: anyJoin, rules: fc.array(anyRule, { minLength: 2, maxLength: 3 }) });
const anyRules = fc.record({
  join: anyJoin,
  rules: fc.array(fc.oneof(anyRule, anyGroup), { minLength: 2, maxLength: 4 }),
});

test('rules and groups come back as they were', () => {
  fc.assert(
    fc.property(anyRules, (rules) => {
      expect(read(writeRules(rules, findHoles))).toEqual(rules);
    }),
    { numRuns: 500 },
  );
});

test('JavaScript reads in a text what was typed', () => {
  fc.assert(
    fc.property(hostile, (typed) => {
      const text = typed.trim();
      fc.pre(findHoles(text).length === 0 && !/^".*"$|^-?\d|^(?:true|false|null)$/s.test(text));
      const code = written(rule(typed)).replace('<api.status>', '$field');
      const { right, end } = parseExpressionAt(code, 0, { ecmaVersion: 'latest' }) as BinaryExpression;
      expect(end).toBe(code.length);
      expect((right as Literal).value).toBe(text);
    }),
    { numRuns: 500 },
  );
});

test('operators that ask for no value have no place for one', () => {
  const operators = Object.keys(RULE_OPERATORS) as RuleOperator[];
  expect(operators.filter((operator) => !takesValue(operator))).toEqual([
    'isTrue',
    'isFalse',
    'past',
    'future',
    'empty',
    'filled',
    'exists',
    'missing',
    'isText',
    'isNumber',
    'isBoolean',
    'isList',
  ]);
});

test.each([
  ['<api.data.x>', 'exists', '<api.data.x?>'],
  ["<api['a?']>", 'empty', "<api['a?']>"],
  ["<api.data['a?']>", 'empty', "<api.data['a?']?>"],
  ['<api.data.x?>', 'missing', '<api.data.x?>'],
  ['<api.data.x ?? 1>', 'exists', '<api.data.x ?? 1>'],
  ['<api.data.x>', 'equals', '<api.data.x>'],
  ['{{KEY}}', 'exists', '{{KEY}}'],
  ['<api', 'exists', '<api'],
] as const)('%s, asked whether it %s, is read as %s', (field, operator, expected) => {
  expect(withOptionalField({ field, operator, value: '' }).field).toBe(expected);
});
