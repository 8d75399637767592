import { expect, test } from 'vitest';
import { typeNaming } from './type-naming';

const naming = typeNaming(['api', 'condition', 'function', 'response', 'start', 'variables']);

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
  expect(naming.test(line)).toBe(true);
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
  expect(naming.test(line)).toBe(false);
});
