import { describe, expect, test } from 'vitest';
import { ExactNumber } from '@/lib/platform/text/exact-number';
import { type ChipScope, readChips } from './chips';

const scope: ChipScope = {
  self: { slug: 'answer', name: 'Answer' },
  blocks: new Map([
    ['api', 'API'],
    ['start', 'start'],
    ['answer', 'Answer'],
    ['pets', 'Pets'],
    ['later', 'Later'],
  ]),
  before: [
    {
      slug: 'api',
      name: 'API',
      icon: [],
      fields: [
        { name: 'data', type: 'any' },
        { name: 'status', type: 'number' },
      ],
      last: {
        from: 'log',
        output: {
          data: { items: [{ id: 7 }], note: null, id: new ExactNumber('9007199254740993') },
          status: 200,
        },
      },
    },
    {
      slug: 'pets',
      name: 'Pets',
      icon: [],
      fields: [
        { name: 'data', type: 'any' },
        { name: 'status', type: 'number' },
      ],
      shapes: {
        data: {
          type: 'array',
          items: {
            type: 'object',
            fields: [
              { name: 'id', shape: { type: 'number', description: 'Its number' } },
              { name: 'tag', shape: { type: 'string', nullable: true }, optional: true },
              { name: 'more', shape: { type: 'any' } },
            ],
          },
        },
      },
    },
    { slug: 'start', name: 'start', icon: [], fields: [{ name: 'city', type: 'string' }], isOpen: true },
  ],
  variables: ['TOKEN'],
};
const only = (text: string) => {
  const chips = readChips(text, scope);
  expect(chips).toHaveLength(1);
  return chips[0];
};

describe('a reference', () => {
  test('carries its last value and type', () => {
    expect(only('x <API.data.items[0].id> y')).toMatchObject({
      start: 2,
      end: 24,
      look: 'reference',
      type: 'number',
      last: { value: 7 },
    });
    expect(only('<api.data.note>')).toMatchObject({ type: 'null', last: { value: null } });
    expect(only('<api.data.items.length>')).toMatchObject({ last: { value: 1 } });
    expect(only('<api.data.id>')).toMatchObject({ type: 'number', reason: null });
    expect(only('<api.data.id.x>')?.reason).toContain('it is a number');
  });

  test('has the type of the definition while nothing has run', () => {
    expect(only('<start.city>')).toMatchObject({ look: 'reference', type: 'string', reason: null });
    expect(only('<start.other>')).toMatchObject({ look: 'reference', reason: null });
  });

  test('has the type of its document while nothing has run, and says so', () => {
    expect(only('<pets.data[0].id>')).toMatchObject({
      look: 'reference',
      type: 'number',
      origin: 'OpenAPI',
      description: 'Its number',
    });
    expect(only('<pets.data[2].tag>')).toMatchObject({ type: 'string or null', origin: 'OpenAPI' });
    expect(only('<pets.data[2].more.x>')).toMatchObject({ look: 'reference', reason: null, type: '' });
    expect(only('<pets.status>')).toMatchObject({ type: 'number', origin: '' });
    expect(only('<api.data.items[0].id>')).toMatchObject({ origin: 'last run' });
  });

  test.each([
    [
      '<pets.data[0].name>',
      'doubtful',
      'According to OpenAPI, pets.data[0] has no “name”; it has id, tag, more. ' +
        'Add “?” before “>” if it may be missing.',
    ],
    [
      '<pets.status.code>',
      'doubtful',
      'pets.status has no “code”: it is a number. Add “?” before “>” if it may be missing.',
    ],
    ['<answer.body>', 'broken', '“Answer” can’t use its own output. Choose a block before it.'],
    [
      '<later.data>',
      'broken',
      '“Later” doesn’t come before “Answer”. Connect them, or choose another block.',
    ],
    ['<api.body>', 'broken', '“API” has no output “body”; it has data, status.'],
    [
      '<api.data.name>',
      'doubtful',
      'Last time, api.data had no “name”; it had items, note, id. Add “?” before “>” if it may be missing.',
    ],
    ['<ap.data>', 'doubtful', 'No block is called “ap”, so this stays plain text. Did you mean “api”?'],
    [
      '{{NOPE}}',
      'broken',
      'There is no variable {{NOPE}} in this workspace. Create it, or write \\{{NOPE}} for the text itself.',
    ],
    ['{{nope}}', 'doubtful', 'No variable is called nope, so this stays plain text.'],
  ])('%s is %s and says why', (text, look, reason) => {
    expect(only(text)).toMatchObject({ look, reason });
  });

  test('that may be missing is fine without a value', () => {
    expect(only('<api.data.name?>')).toMatchObject({ look: 'reference', reason: null });
    expect(only('<api.data.name ?? "x">')).toMatchObject({ look: 'reference', reason: null });
  });
});

test('ordinary text and escapes have no chips', () => {
  expect(readChips('<div> a < b.c > d List<String> \\<api.data> {{ x }}', scope)).toEqual([]);
});

test('known variables are chips, and unknown ones are not doubted before they are loaded', () => {
  expect(only('Bearer {{TOKEN}}')).toMatchObject({ look: 'variable', reason: null });
  expect(readChips('{{NOPE}}', { ...scope, variables: undefined })[0]?.look).toBe('variable');
});
