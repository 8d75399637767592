import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { blockDefinitions } from '../lib/core/blocks/registry/definitions';

const ROOT = path.resolve(import.meta.dirname, '..');
/** Definitions of types, generated code, and tests with their support may name a type. */
const LEFT_OUT = /^lib\/(core\/blocks|generated)\/|\/testing\/|[.](test|spec|bench|fixture)[.]/;
/** Documents in their written form, which have to name types. */
const EXAMPLES = /\/(openapi-)?(example|sample)-[^/]+$|^lib\/core\/templates\//;

const TYPES = [...blockDefinitions.keys()].join('|');
/** The capability `sets` has values with the same words. */
const A_TYPE = `(?<!\\bsets [!=]== )['"\`](${TYPES})['"\`]`;
/** A type compared, given or looked up. */
const NAMED = new RegExp(
  [
    `\\btype\\b(?!=| \\w+ =)[^'"\`;]{0,40}${A_TYPE}`,
    `${A_TYPE} ?[!=]==? ?[\\w.?]{0,40}\\btype\\b`,
    `(?:definition|executor|previewer)\\w{0,20}(?:[.]\\w+)?\\(${A_TYPE}`,
  ].join('|'),
  'i',
);

const namesType = (code: string): boolean => NAMED.test(code);

function sourceFiles(): string[] {
  return ['app', 'components', 'lib'].flatMap((folder) =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((file) => /[.](tsx?|mjs)$/.test(file) && !LEFT_OUT.test(file) && !EXAMPLES.test(file)),
  );
}

test('nothing outside lib/core/blocks names a type of block, only capabilities of its definition', () => {
  const files = sourceFiles();
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    fs
      .readFileSync(path.join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (namesType(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

test.each([
  "if (block.type === 'api') send();",
  "const isStart = 'start' === type;",
  "switch (block.type) { case 'response': return answer(); }",
  "if (['api', 'function'].includes(block.type) || type !== \"condition\") return;",
  "const definition = definitionOf('api');",
  "blockDefinitions.get('start')",
  "executors.has('function')",
  "addBlock({ type: 'condition', config: {} })",
])('a line that names a type is found: %s', (line) => {
  expect(namesType(line)).toBe(true);
});

test.each([
  "if (definition.outsideWork?.request) send('api');",
  "if (definitionOf(type)?.sets === 'variables') return;",
  "const trigger: Trigger = actor.kind === 'apiKey' ? 'api' : 'manual';",
  "if (typeof given === 'function') given();",
  "type SendTab = 'request' | 'response' | 'samples';",
  "{ kind: 'function', code }",
  "<DropdownMenu type={isFirst ? 'start' : 'end'} />",
])('a line that uses the word otherwise is not: %s', (line) => {
  expect(namesType(line)).toBe(false);
});
