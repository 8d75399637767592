import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { blockDefinitions } from '@/lib/core/blocks/registry/definitions';
import { checkWorkflow } from '@/lib/core/workflow/check-workflow';
import { expectSteadyGrowth } from '@/lib/platform/testing/growth';
import { lineDocument } from './line-document.fixture';
import { replaceInDocument } from './replace-in-document';

test('a reference is replaced wherever it stands, and counted', () => {
  const document = lineDocument();
  const { document: after, count, blocks } = replaceInDocument(document, '<START.id>', '<start.order>');
  expect([count, blocks]).toEqual([3, 1]);
  expect(after.blocks.b!.config).toEqual({
    url: 'https://example.com/users/<start.order>',
    headers: [{ key: 'X-Id', value: '<start.order> and \\<start.order>', enabled: true }],
  });
  expect(after.blocks.a).toBe(document.blocks.a);
  expect(after.edges).toBe(document.edges);
});

test('what isn’t there changes nothing; nothing sought neither', () => {
  const document = lineDocument();
  for (const text of ['no such words', '  ']) {
    const replaced = replaceInDocument(document, text, 'x');
    expect(replaced).toEqual({ document, count: 0, blocks: 0 });
    expect(replaced.document).toBe(document);
  }
});

test('names, ids of branches, choices and secrets stay', () => {
  const document = lineDocument();
  document.blocks.b = {
    ...document.blocks.b!,
    config: {
      url: 'https://example.com/',
      method: 'POST',
      body: { kind: 'json', value: '{"post": "json"}' },
      auth: { kind: 'basic', username: 'json', password: 'json' },
    },
  };
  const branches = [{ id: 'json', label: 'json', expression: '<fetchuser.json> > 1' }];
  document.blocks.c = { ...document.blocks.c!, type: 'condition', name: 'json', config: { branches } };
  const { document: after, count } = replaceInDocument(document, 'json', 'text');
  expect(count).toBe(4);
  expect(after.blocks.b!.config).toMatchObject({
    body: { kind: 'json', value: '{"post": "text"}' },
    auth: { kind: 'basic', username: 'text', password: 'json' },
  });
  expect(after.blocks.c).toMatchObject({
    name: 'json',
    config: { branches: [{ id: 'json', label: 'text', expression: '<fetchuser.text> > 1' }] },
  });
  expect(replaceInDocument(document, 'post', 'get').document.blocks.b!.config.method).toBe('POST');
});

test('a block’s name in a reference stays, unless more of the reference is sought', () => {
  const document = lineDocument();
  const body = '<FetchUser.data.user> \\<fetchuser.user> user <fetchuser>';
  document.blocks.c!.config = { body, headers: [{ key: 'X-User', value: '<fetchuser>', enabled: true }] };
  const bodyAfter = (sought: string, replacement: string) =>
    replaceInDocument(document, sought, replacement).document.blocks.c!.config.body;
  expect(replaceInDocument(document, 'user', 'customer').document.blocks.c!.config).toMatchObject({
    body: '<FetchUser.data.customer> \\<fetchcustomer.customer> customer <fetchcustomer>',
    headers: [{ key: 'X-customer', value: '<fetchuser>' }],
  });
  expect(bodyAfter('fetch', 'get')).toBe('<FetchUser.data.user> \\<getuser.user> user <getuser>');
  expect(bodyAfter('<fetchuser.', '<other.')).toContain('<other.data.user>');
  expect(bodyAfter('fetchuser.data', 'other.data')).toContain('<other.data.user>');
  const item = { body: 'loop <loop.item>' };
  document.blocks.c!.config = item;
  expect(bodyAfter('loop', 'each')).toBe('each <loop.item>');
});

test('a text with characters that mean something to patterns is taken as it is', () => {
  const document = lineDocument();
  document.blocks.b = { ...document.blocks.b!, config: { url: 'https://a.example/$&/[x](y)*' } };
  const { document: after } = replaceInDocument(document, '[x](y)*', '$&$1');
  expect(after.blocks.b!.config.url).toBe('https://a.example/$&/$&$1');
  expect(checkWorkflow(after).map(({ code }) => code)).toEqual(
    checkWorkflow(document).map(({ code }) => code),
  );
});

test('ids inside settings stay, as do words that a rule is told by', () => {
  const document = lineDocument();
  document.blocks.b!.config = {
    url: 'https://example.com/',
    auth: { kind: 'connection', connectionId: 'conn-header' },
    assertions: [{ subject: 'header', name: 'X-Header', operator: 'equals', value: 'a header' }],
  };
  document.blocks.c = {
    ...document.blocks.c!,
    type: 'agent',
    config: { tools: [{ kind: 'workflow', name: 'tool', workflowId: 'header', description: 'A header' }] },
  };
  const { document: after, count } = replaceInDocument(document, 'header', 'status');
  expect(count).toBe(3);
  expect(after.blocks.b!.config).toMatchObject({
    auth: { connectionId: 'conn-header' },
    assertions: [{ subject: 'header', name: 'X-status', operator: 'equals', value: 'a status' }],
  });
  expect(after.blocks.c!.config).toMatchObject({
    tools: [{ kind: 'workflow', workflowId: 'header', description: 'A status' }],
  });
});

describe('what is chosen from a list stays', () => {
  const authored = [...blockDefinitions].flatMap(([type, definition]) => {
    const schema = z.toJSONSchema(definition.config, { unrepresentable: 'any' }) as Described;
    return valuesOf(schema).length === 0 ? [] : [{ type, definition, schema }];
  });

  test('blocks with such settings are among these', () => {
    expect(authored.map(({ type }) => type)).toEqual(expect.arrayContaining(['api', 'agent', 'wait']));
  });

  test.each(authored)('in a $type block, however deep', ({ type, definition, schema }) => {
    // Each kind of body, check or tool has settings of its own.
    for (let round = 0; round < 12; round += 1) {
      const config = sampleOf(schema, round) as Record<string, unknown>;
      expect(definition.config.safeParse(config).error?.issues ?? []).toEqual([]);
      for (const value of valuesOf(schema)) {
        const document = lineDocument();
        document.blocks.b = { ...document.blocks.b!, type, config };
        const after = replaceInDocument(document, value, 'other').document.blocks.b!.config;
        expect([value, definition.config.safeParse(after).error?.issues ?? []]).toEqual([value, []]);
      }
    }
  });
});

interface Described {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  pattern?: string;
  minimum?: number;
  oneOf?: Described[];
  anyOf?: Described[];
  items?: Described;
  properties?: Record<string, Described>;
}

/** Returns a valid value; of several kinds and choices, each round takes another one. */
function sampleOf(schema: Described, round: number): unknown {
  const { enum: choices, items, properties } = schema;
  const kinds = schema.oneOf ?? schema.anyOf;
  if (schema.const !== undefined) return schema.const;
  if (choices !== undefined) return choices[round % choices.length];
  if (kinds !== undefined) return sampleOf(kinds[round % kinds.length]!, round);
  if (items !== undefined) return [sampleOf(items, round)];
  if (properties !== undefined)
    return Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, sampleOf(member, round)]),
    );
  if (schema.type === 'string') return schema.default ?? 'word';
  return schema.default ?? schema.minimum ?? false;
}

/** Returns all texts that are choices somewhere in the schema. */
function valuesOf(schema: Described): string[] {
  const { enum: choices = [], items, properties = {}, oneOf = [], anyOf = [] } = schema;
  const own = [schema.const, ...choices].filter((value) => typeof value === 'string');
  const inside = [...oneOf, ...anyOf, ...Object.values(properties), ...(items === undefined ? [] : [items])];
  return [...new Set([...own, ...inside.flatMap(valuesOf)])];
}

test('many matches in a text of many references are replaced in one pass', async () => {
  await expectSteadyGrowth((size) => {
    const [block] = Object.values(lineDocument().blocks);
    const text = '<start.v>'.repeat(size);
    const document = { ...lineDocument(), blocks: { a: { ...block!, id: 'a', config: { url: text } } } };
    return () => replaceInDocument(document, 'v', 'w');
  }, 1_000);
});
