import { describe, expect, it } from 'vitest';
import { joinFiles, splitFiles } from '../../file-set';
import { ApiConfig } from '../config/api-config';
import { openApiImporter } from './openapi-importer';

const MAIN = `openapi: 3.1
servers: [{url: https://a.test}]
paths:
  /pets: {$ref: paths/pets.yaml}
  /owners: {$ref: "paths/owners.yaml#/~1owners"}
components:
  schemas:
    Name: {type: string, example: Rex}
`;
const PETS = `post:
  operationId: createPet
  parameters: [{$ref: ../common.json#/parameters/limit}]
  requestBody:
    content:
      application/json: {schema: {$ref: ../schemas/pet.yaml}}
  responses:
    200: {content: {application/json: {schema: {$ref: "../schemas/pet.yaml#/properties/name"}}}}
`;
const PET = `type: object
required: [name, kind, friends]
properties:
  name: {$ref: "../openapi.yaml#/components/schemas/Name"}
  kind: {$ref: "#/definitions/kind"}
  short: {$ref: "#/components/schemas/Name"}
  friends: {type: array, items: {$ref: pet.yaml}}
definitions: {kind: {type: string, enum: [dog]}}
`;
const COMMON = JSON.stringify({
  parameters: { limit: { name: 'limit', in: 'query', required: true, schema: { default: 5 } } },
});

const files = (inFolders: boolean) => {
  const named = {
    'openapi.yaml': MAIN,
    'paths/pets.yaml': PETS,
    'schemas/pet.yaml': PET,
    'common.json': COMMON,
  };
  return Object.entries(named).map(([name, text]) => ({
    name: inFolders ? `api/${name}` : (name.split('/').at(-1) ?? ''),
    text,
  }));
};

describe('files that belong together', () => {
  it.each([true, false])('are one document, with the names of their folders: %s', async (inFolders) => {
    const text = joinFiles(files(inFolders).toReversed());
    expect(openApiImporter.accepts(text)).toBe(true);
    const { config, warnings, outputs } = await openApiImporter.read(text, { choice: 'createPet' });
    expect(ApiConfig.safeParse(config).error).toBeUndefined();
    expect(config).toMatchObject({
      url: 'https://a.test/pets',
      params: [{ key: 'limit', value: '5' }],
    });
    expect(JSON.parse(Object(config.body).value)).toEqual({
      name: 'Rex',
      kind: 'dog',
      short: 'Rex',
      friends: [],
    });
    expect(outputs?.data).toEqual({ type: 'string' });
    expect(warnings).toEqual([]);
  });

  it('name the file that is missing among them, before and after the choice', async () => {
    const text = joinFiles(files(true).filter(({ name }) => !name.endsWith('pet.yaml')));
    expect(await openApiImporter.notes?.(text)).toEqual([
      '/owners is left out: it is in "paths/owners.yaml#/~1owners".',
      'Choose all files of the document together.',
    ]);
    const { warnings } = await openApiImporter.read(text, { choice: 'createPet' });
    expect(warnings.join('\n')).toContain('"../schemas/pet.yaml"');
  });

  it('of Swagger 2 too', async () => {
    const main = `swagger: 2.0
host: a.test
schemes: [https]
paths: {/a: {$ref: a.yaml}}
`;
    const part = `post:
  operationId: a
  parameters: [{in: body, name: b, schema: {$ref: "#/definitions/B"}}]
definitions: {B: {type: object, properties: {c: {type: integer, example: 7}}}}
`;
    const text = joinFiles([
      { name: 'swagger.yaml', text: main },
      { name: 'a.yaml', text: part },
    ]);
    const { config } = await openApiImporter.read(text);
    expect(config.url).toBe('https://a.test/a');
    expect(JSON.parse(Object(config.body).value)).toEqual({ c: 7 });
  });

  it.each([
    [
      'no document',
      [
        { name: 'a.yaml', text: 'a: 1' },
        { name: 'b.yaml', text: 'b: 1' },
      ],
      /None of these files/,
    ],
    [
      'two documents',
      [
        { name: 'a.yaml', text: 'openapi: 3.1' },
        { name: 'b.json', text: '{"swagger":"2.0"}' },
      ],
      /a\.yaml, b\.json/,
    ],
    [
      'one that can’t be read',
      [
        { name: 'a.yaml', text: 'openapi: 3.1' },
        { name: 'b.json', text: '{' },
      ],
      /b\.json: .*not valid JSON/,
    ],
  ])('with %s are refused in words', async (_what, set, words) => {
    await expect(openApiImporter.read(joinFiles(set))).rejects.toThrow(words);
  });

  it('in circles, with odd names and aliases in themselves, end', async () => {
    const names = ['a.yaml', '//[', 'a%zz.yaml', '..', 'c:\\x\\y.yaml', '#', 'http://h/a.yaml'];
    const refs = names.map((name) => `{$ref: ${JSON.stringify(`${name}#/x`)}}`).join(', ');
    const text = joinFiles([
      {
        name: 'main.yaml',
        text: `openapi: 3.1\nx: {$ref: "a.yaml#/x"}\npaths: {/x: {get: {parameters: [${refs}]}}}`,
      },
      { name: 'a.yaml', text: 'x: &a {$ref: "main.yaml#/x", b: *a}' },
    ]);
    const { config, warnings } = await openApiImporter.read(text);
    expect(config.method).toBe('GET');
    expect(warnings.join('\n')).toContain('"http://h/a.yaml#/x"');
  });
});

it('one file, and what only begins like a set, stay what they are', () => {
  expect(joinFiles([{ name: 'a', text: 'openapi: 3' }])).toBe('openapi: 3');
  expect(splitFiles('openapi: 3')).toBeNull();
  expect(splitFiles('{"x-file-set":[')).toBeNull();
});
