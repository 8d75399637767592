import { expect, test } from 'vitest';
import { blockDefinitions } from '@/lib/core/blocks/registry/definitions';
import { blockGuide } from './block-guide';

const DEFINITIONS = [...blockDefinitions.values()];

test.each(DEFINITIONS)('the page of $type has every field, and rows of whole tables', (definition) => {
  const text = blockGuide(definition);
  for (const { label, name } of definition.fields) expect(text).toContain(`**${label}** \`${name}\``);
  const tables = text.split(/\n\n/).filter((part) => part.startsWith('| '));
  for (const table of tables) {
    const columns = table.split('\n').map((row) => row.split(/(?<!\\)\|/).length);
    expect(new Set(columns).size, table).toBe(1);
  }
});

test('limits, defaults, ports, outputs and an example are told', () => {
  const text = blockGuide(blockDefinitions.get('api')!);
  expect(text).toContain('From 1,000 to 300,000 ms. | `30000` |');
  expect(text).toContain('`OPTIONS`. | GET |');
  expect(text).toContain('### Params\n\n| Field | What it does |\n');
  expect(text).toContain('| **On error** `error` | If the block fails. |');
  expect(text).toContain('| `status` | number | HTTP status; null without a response |');
  expect(text).toContain('later blocks can check `<api.status>`');
  expect(text).toMatch(/From the template “.+”:\n\n```json\n\{/);
});

test('blocks that others lie in tell what is known inside', () => {
  expect(blockGuide(blockDefinitions.get('loop')!)).toContain('| `<loop.item>` | any |');
});
