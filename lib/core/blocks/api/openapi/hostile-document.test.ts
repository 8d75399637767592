import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOfAsync } from '../../../../platform/testing/cost-of';
import { expectSteadyGrowth } from '../../../../platform/testing/growth';
import { ImportError } from '../../import-export';
import { ApiConfig } from '../config/api-config';
import { listOperations } from './list-operations';
import { operationToBlock } from './operation-to-block';
import { PETSTORE } from './petstore.fixture';
import { readDocument } from './read-document';

/** `THOROUGH=10` tries ten times as many random cases. */
const THOROUGH = Number(process.env.THOROUGH ?? 1);

/** Reads a document and every operation of it; the block must accept the configs. */
async function importAll(text: string): Promise<void> {
  try {
    const document = await readDocument(text);
    for (const { id } of listOperations(document)) {
      const result = operationToBlock(document, id);
      expect(ApiConfig.safeParse(result.config).error).toBeUndefined();
      JSON.stringify(result);
    }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    expect(error.message).toMatch(/\.$/);
  }
}

/** Returns a document with an operation whose body and response have this schema. */
function withSchema(schema: unknown, schemas: object = {}): string {
  const content = { content: { 'application/json': { schema } } };
  const operation = {
    operationId: 'op',
    requestBody: content,
    responses: { 200: content },
    parameters: [{ name: 'p', in: 'query', schema }],
  };
  return JSON.stringify({ openapi: '3.1.0', paths: { '/x': { post: operation } }, components: { schemas } });
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const many = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));
const nested = (levels: number, wrap: (inner: unknown) => unknown) => {
  let schema: unknown = { type: 'string' };
  for (let at = 0; at < levels; at++) schema = wrap(schema);
  return schema;
};

describe('a hostile document is read in time, or refused in words', () => {
  it.each<[string, () => string]>([
    ['a schema that is itself', () => withSchema(ref('A'), { A: ref('A') })],
    ['two schemas that are each other', () => withSchema(ref('A'), { A: ref('B'), B: ref('A') })],
    [
      'a schema all of itself',
      () => withSchema(ref('A'), { A: { allOf: [ref('A'), ref('A')], properties: { a: ref('A') } } }),
    ],
    [
      'a schema any of itself',
      () => withSchema(ref('A'), { A: { anyOf: [ref('A'), { type: 'array', items: ref('A') }] } }),
    ],
    [
      'doubling references',
      () =>
        withSchema(
          ref('s0'),
          Object.fromEntries(many(60, (at) => [`s${at}`, { allOf: [ref(`s${at + 1}`), ref(`s${at + 1}`)] }])),
        ),
    ],
    [
      'doubling properties',
      () =>
        withSchema(
          ref('s0'),
          Object.fromEntries(
            many(60, (at) => [
              `s${at}`,
              {
                type: 'object',
                required: ['a', 'b'],
                properties: { a: ref(`s${at + 1}`), b: ref(`s${at + 1}`) },
              },
            ]),
          ),
        ),
    ],
    [
      'a wide schema named again and again',
      () =>
        withSchema(
          { allOf: many(5_000, () => ref('W')) },
          { W: { properties: Object.fromEntries(many(50_000, (at) => [`k${at}`, {}])) } },
        ),
    ],
    [
      'a wide schema in many fields',
      () =>
        withSchema(
          { properties: Object.fromEntries(many(2_000, (at) => [`f${at}`, ref('W')])) },
          { W: { properties: Object.fromEntries(many(20_000, (at) => [`k${at}`, { type: 'string' }])) } },
        ),
    ],
    ['deep arrays', () => withSchema(nested(1_000, (items) => ({ type: 'array', items })))],
    ['deep all-ofs', () => withSchema(nested(1_000, (part) => ({ allOf: [part] })))],
    [
      'a long chain of references',
      () => withSchema(ref('s0'), Object.fromEntries(many(50_000, (at) => [`s${at}`, ref(`s${at + 1}`)]))),
    ],
    ['a pointer of many steps', () => withSchema({ $ref: `#${'/components'.repeat(100_000)}` })],
    ['a pointer out of the document', () => withSchema({ $ref: 'https://example.com/x.json#/a' })],
    [
      'names of prototypes',
      () => withSchema({ $ref: '#/constructor/prototype' }, { toString: { type: 'constructor' } }),
    ],
    ['lengths without end', () => withSchema({ type: 'string', minLength: 1e15, maxLength: -1 })],
    [
      'items without end',
      () => withSchema({ type: 'array', minItems: 1e15, items: { type: 'number', multipleOf: 0 } }),
    ],
    [
      'many operations',
      () =>
        JSON.stringify({
          openapi: '3.0.0',
          paths: Object.fromEntries(many(300, (at) => [`/p${at}/{id}`, PETSTORE.paths['/pets']])),
          components: PETSTORE.components,
        }),
    ],
    [
      'many parameters',
      () =>
        withSchema({}).replace(
          '"parameters":[',
          `"parameters":[${many(20_000, (at) => `{"name":"p${at}","in":"query"},`).join('')}`,
        ),
    ],
    ['deep JSON', () => `{"openapi":"3.0.0","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    [
      'a deep example',
      () => withSchema({}).replace('"schema":{}', `"example":${'['.repeat(3_000)}${']'.repeat(3_000)}`),
    ],
    [
      'open braces in a server',
      () =>
        JSON.stringify({
          openapi: '3.0.0',
          servers: [{ url: '{'.repeat(1_000_000) }],
          paths: { '/x': { get: {} } },
        }),
    ],
    [
      'open braces in a path',
      () =>
        JSON.stringify({
          openapi: '3.0.0',
          paths: { [`/${'{'.repeat(200_000)}`]: { get: {} }, [`/${'{a'.repeat(200_000)}}`]: { get: {} } },
        }),
    ],
    [
      'YAML aliases that multiply',
      () => {
        const names = 'abcdefghij'.split('');
        const lines = names.map(
          (name, at) =>
            `x-${name}: &${name} [${many(9, () => (at === 0 ? 'y' : `*${names[at - 1]}`)).join(',')}]`,
        );
        return (
          `openapi: 3.0.0\n${lines.join('\n')}\npaths:\n  /x:\n    post:\n      requestBody: ` +
          `{content: {application/json: {example: *j}}}\n`
        );
      },
    ],
    [
      'a YAML value in itself',
      () =>
        'openapi: 3.0.0\npaths:\n  /x:\n    post:\n      requestBody: {content: {application/json: ' +
        '{example: &a {b: *a}, schema: &s {type: object, properties: {c: *s}}}}}\n',
    ],
  ])('%s', async (_, make) => {
    const text = make();
    expect(await costOfAsync(() => importAll(text))).toBeLessThan(15_000);
  });

  it.each([
    '[',
    '{',
    '- ',
    '? ',
    'a: ',
    '&a ',
    '*a ',
    '"',
    "'",
    '|\n',
    '\n',
    '  ',
    '#',
    '!',
    '{a: ',
    '---\n',
    '%',
    '\t',
    '\\',
    ': ',
    ',',
    '<<: ',
    'k: 1\n',
  ])('YAML of nothing but %j', async (piece) => {
    const text = `openapi: 3.0.0\nx: ${piece.repeat(Math.floor(300_000 / piece.length))}`;
    expect(await costOfAsync(() => importAll(text))).toBeLessThan(10_000);
  });
});

it('a schema of many parts is merged in one pass', async () => {
  await expectSteadyGrowth((size) => {
    const part = (at: number) => ({ properties: { [`p${at}`]: { type: 'string' } }, required: [`p${at}`] });
    const text = withSchema({ allOf: many(size, part) });
    return () => importAll(text);
  }, 125);
});

const key = fc.oneof(
  fc.constantFrom(
    'type',
    'properties',
    'items',
    'allOf',
    'oneOf',
    '$ref',
    'example',
    'examples',
    'required',
    'schema',
    'content',
    'name',
    'in',
    'parameters',
    'requestBody',
    'responses',
    '200',
    'application/json',
    'servers',
    'url',
    'security',
    'get',
    'post',
    '__proto__',
    'format',
    'enum',
    'minimum',
    'multipart/form-data',
  ),
  fc.string({ maxLength: 5 }),
);
const leaf = fc.oneof(
  fc.constantFrom(
    'object',
    'array',
    'string',
    'integer',
    'query',
    'path',
    'header',
    '#/components/schemas/Pet',
    '#/paths',
    '{a}',
    'binary',
    '\ud800',
    '',
  ),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);
const { node } = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(key, tie('node'), { maxKeys: 4 }),
  ),
}));

it(
  'any document, with anything anywhere, gives configs the block reads or an ImportError',
  async () => {
    const places: string[][] = [];
    const collect = (value: unknown, path: string[]): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [name, inner] of Object.entries(value)) {
        places.push([...path, name]);
        collect(inner, [...path, name]);
      }
    };
    collect(PETSTORE, []);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...places), node), { minLength: 1, maxLength: 4 }),
        async (changes) => {
          const document = structuredClone(PETSTORE) as unknown as Record<string, unknown>;
          for (const [path, value] of changes) {
            const holder = path.slice(0, -1).reduce((at: unknown, step) => Object(at)[step], document);
            if (typeof holder === 'object' && holder !== null)
              Object.assign(holder, { [path.at(-1) ?? '']: value });
          }
          await importAll(JSON.stringify(document));
        },
      ),
      { numRuns: 300 * THOROUGH },
    );
  },
  60_000 * THOROUGH,
);
