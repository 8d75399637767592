import { describe, expect, it } from 'vitest';
import { costOf } from '../../platform/testing/cost-of';
import { withQuotedReferences } from './quoted-references';

/** `#{` stands for the opening of a hole. */
const js = (text: string) => text.replaceAll('#', '$');

const bindings = { $ref0: js('Ada "A" `x` #{y}'), $ref1: { a: [1] }, $ref2: null, $ref10: 5 };

/** Returns the value of the rewritten expression, in the engine the tests run on. */
function resultOf(code: string): unknown {
  const { code: rewritten, bindings: bound } = withQuotedReferences({ code, bindings });
  return new Function(...Object.keys(bound), `return (${rewritten})`)(...Object.values(bound));
}

describe('a reference in quotes is its text', () => {
  it.each([
    ['"Hi $ref0!"', `Hi ${bindings.$ref0}!`],
    ["'$ref0' + $ref10", `${bindings.$ref0}5`],
    ['"$ref1|$ref2|$ref10"', '{"a":[1]}||5'],
    ['`a #{"$ref10" + `-$ref10-#{{ b: "$ref10" }.b}`} $ref10`', 'a 5-5-5 5'],
    ['"a\\"`#{b}\\n$ref10"', js('a"`#{b}\n5')],
    ['"$$ref10"', '$5'],
    ['({ "k$ref10": 1, \'j$ref10\' : 2 })', { k5: 1, j5: 2 }],
    ['true ? "$ref10" : "b"', '5'],
    ['/"$ref10/.test("x") || 8 / 2 / 1 + "$ref10"', '45'],
    ['[4][0] / 2 + "$ref10"', '25'],
    ['/* "$ref10 */ "$ref10" // "$ref10', '5'],
  ])('%s', (code, value) => {
    expect(resultOf(js(code.replace(/ \/\/.*$/, (comment) => `${comment}\n`)))).toEqual(value);
  });
});

it.each(['$ref0 + "plain"', '"$ref77"', '"never closed $ref10', '// it is $ref10 "', 'x = `open $ref77'])(
  'leaves %s as it is',
  (code) => {
    expect(withQuotedReferences({ code, bindings }).code).toBe(code);
  },
);

it('does not touch code without references', () => {
  const source = { code: 'return "a"', bindings: {} };
  expect(withQuotedReferences(source)).toBe(source);
});

it('stays clear of variables the author named alike', () => {
  const { code, bindings: bound } = withQuotedReferences({ code: 'const $text0 = "$ref0"', bindings });
  expect(code).toBe(js('const $text0 = `#{$text_0}`'));
  expect(bound.$text_0).toBe(bindings.$ref0);
});

it('takes time in proportion to the code', () => {
  const code = `${'/'.repeat(50_000)}${'"\\'.repeat(50_000)}${'`${'.repeat(20_000)}`;
  const quote = () => withQuotedReferences({ code: `"$ref0";${code}`, bindings });
  expect(costOf(quote)).toBeLessThan(2_000);
});
