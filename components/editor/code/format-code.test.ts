import { expect, test } from 'vitest';
import { formatCode } from './format-code';

test('JavaScript is laid out and keeps its references, wherever they stand', async () => {
  const text =
    "const a=<api.data['a b']>.map(x=>{return {'<start.k>':x,n:{{COUNT}}}})\nreturn `<start.name>_1`+'<b.c>'";
  expect(await formatCode(text, 'function')).toBe(
    [
      "const a = <api.data['a b']>.map((x) => {",
      '  return { "<start.k>": x, n: {{COUNT}} };',
      '});',
      'return `<start.name>_1` + "<b.c>";',
    ].join('\n'),
  );
});

test('an expression stays one: no semicolon', async () => {
  expect(await formatCode('<api.status>===200&&!$r0', 'expression')).toBe('<api.status> === 200 && !$r0');
  expect(await formatCode('await <a.b>', 'expression')).toBe('await <a.b>');
});

test('what can’t be read is left alone, and nothing stays nothing', async () => {
  expect(await formatCode('return (', 'function')).toBeNull();
  expect(await formatCode('{"a": }', 'json')).toBeNull();
  expect(await formatCode('  ', 'function')).toBe('');
});
