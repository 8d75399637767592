import { dump } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { ImportError } from '../../import-export';
import { readConfig } from '../../read-config';
import { apiDefinition } from '../definition';
import { listOperations } from './list-operations';
import { openApiImporter } from './openapi-importer';
import { operationToBlock } from './operation-to-block';
import { PETSTORE } from './petstore.fixture';
import { readDocument } from './read-document';

const document = await readDocument(JSON.stringify(PETSTORE));
const row = (key: string, value: string, more: object = {}) => ({ key, value, enabled: true, ...more });

describe('an operation becomes a block', () => {
  it('lists what can be called, in order', () => {
    expect(listOperations(document).map(({ id, written, path }) => `${id} ${written} ${path}`)).toEqual([
      'listPets GET /pets',
      'createPet POST /pets',
      'getPet GET /pets/{petId}',
      'putPet PUT /pets/{petId}',
      'patchPet PATCH /pets/{petId}',
      'DELETE /pets/{petId} DELETE /pets/{petId}',
      'headPet HEAD /pets/{petId}',
      'uploadPhoto POST /pets/{petId}/photo.{format}',
    ]);
  });

  it('server, parameters and security become rows', () => {
    const { config, name, warnings } = operationToBlock(document, 'listPets');
    expect(name).toBe('listPets');
    expect(config).toEqual({
      method: 'GET',
      url: 'https://eu.pets.example.com/v2/pets',
      params: [
        row('limit', '20'),
        row('status', 'new', { enabled: false, description: 'Only these.' }),
        row('ids', '1,2'),
        row('filter[a]', '1'),
        row('filter[b]', 'x'),
        row('q', ''),
      ],
      headers: [
        row('Authorization', 'Bearer {{EXAMPLE_TOKEN}}'),
        row('X-Trace', 't1', { enabled: false }),
        row('Cookie', 'session=s1'),
      ],
    });
    expect(warnings.join('\n')).toMatch(/2 servers[\s\S]*\{\{EXAMPLE_TOKEN\}\}[\s\S]*Fill in: q\./);
  });

  it('an example body fits its schema; circles are cut and read-only fields left out', () => {
    const { config } = operationToBlock(document, 'createPet');
    expect(config.headers).toEqual([
      row('X-API-Key', '{{EXAMPLE_API_KEY}}'),
      row('X-Trace', 't1', { enabled: false }),
    ]);
    expect(JSON.parse(Object(config.body).value)).toEqual({
      name: 'string',
      age: 0,
      born: '2025-01-01',
      friends: [],
      kind: 'string',
      owner: { email: 'name@example.com' },
      password: 'string',
    });
  });

  it('path parameters become rows', () => {
    const { config } = operationToBlock(document, 'getPet');
    expect(config).toEqual({
      method: 'GET',
      url: 'https://eu.pets.example.com/v2/pets/{petId}',
      pathParams: [row('petId', '1', { description: 'Which' })],
    });
  });

  it('forms, with Basic authentication', () => {
    const { config } = operationToBlock(document, 'putPet');
    expect(config.headers).toEqual([row('Authorization', 'Basic {{EXAMPLE_BASIC_AUTH}}')]);
    expect(config.body).toEqual({ kind: 'form', rows: [row('a', 'x y'), row('b', '1', { enabled: false })] });
  });

  it('JSON of another type, its written example, OAuth and deprecation', () => {
    const { config, warnings } = operationToBlock(document, 'patchPet');
    expect(config.body).toEqual({ kind: 'json', value: '{\n  "name": "Rex"\n}' });
    expect(config.headers).toEqual([
      row('Authorization', 'Bearer {{EXAMPLE_ACCESS_TOKEN}}'),
      row('Content-Type', 'application/merge-patch+json'),
    ]);
    expect(warnings.join('\n')).toMatch(/OAuth 2[\s\S]*deprecated/);
  });

  it('what a block cannot do is said', () => {
    const { config, warnings } = operationToBlock(document, 'DELETE /pets/{petId}');
    expect(config.body).toBeUndefined();
    expect(warnings.join('\n')).toMatch(/sign in with "mtls"[\s\S]*no body with DELETE/);
  });

  it('a file, a part of a segment, a server without a host, keys in query and cookie', () => {
    const { config, warnings } = operationToBlock(document, 'uploadPhoto');
    expect(config).toMatchObject({
      url: '{{API_BASE_URL}}/files/pets/{petId}/photo.png',
      params: [row('api_key', '{{PETS_API_KEY_2}}')],
      headers: [row('Cookie', 'sid={{PETS_SID}}')],
      pathParams: [row('petId', '')],
      body: {
        kind: 'multipart',
        rows: [
          row('title', 'Me'),
          row('photo', '', { enabled: false, description: 'A file', contentType: 'image/png' }),
          row('tags', 'string', { enabled: false }),
          row('about', '{"born":2020}', { enabled: false, contentType: 'application/json' }),
        ],
      },
    });
    expect(warnings.join('\n')).toMatch(
      /names no host[\s\S]*part of a path segment[\s\S]*"photo" is a file[\s\S]*Fill in: petId/,
    );
    const known = operationToBlock(document, 'uploadPhoto', {
      documentUrl: 'https://docs.example.com/a/openapi.json',
    });
    expect(known.config.url).toBe('https://docs.example.com/files/pets/{petId}/photo.png');
  });

  it('says what its answer holds', () => {
    const { outputs } = operationToBlock(document, 'listPets');
    expect(outputs?.data).toEqual({
      type: 'array',
      items: {
        type: 'object',
        fields: [
          { name: 'id', shape: { type: 'number' } },
          { name: 'name', shape: { type: 'string', description: 'Its name' } },
          { name: 'age', shape: { type: 'number' }, optional: true },
          { name: 'born', shape: { type: 'string' }, optional: true },
          { name: 'parent', shape: { type: 'object' }, optional: true },
          { name: 'friends', shape: { type: 'array', items: { type: 'object' } }, optional: true },
          { name: 'kind', shape: { type: 'any' }, optional: true },
          {
            name: 'owner',
            shape: {
              type: 'object',
              nullable: true,
              fields: [{ name: 'email', shape: { type: 'string' }, optional: true }],
            },
            optional: true,
          },
        ],
      },
    });
    expect(operationToBlock(document, 'getPet').outputs).toEqual({ data: { type: 'string' } });
    expect(operationToBlock(document, 'putPet').outputs).toBeUndefined();
  });

  it('every config is one the block reads', () => {
    expect(listOperations(document).length).toBeGreaterThan(3);
    for (const { id } of listOperations(document)) {
      const { issues, unknownKeys } = readConfig(apiDefinition, operationToBlock(document, id).config);
      expect([issues, unknownKeys], id).toEqual([[], []]);
    }
  });

  it('refuses an operation that is not there', () => {
    expect(() => operationToBlock(document, 'noPet')).toThrow(ImportError);
  });
});

describe('OpenAPI 3.1 and YAML', () => {
  it('reads YAML as it reads JSON', async () => {
    const yaml = await readDocument(dump(PETSTORE));
    for (const { id } of listOperations(document)) {
      expect(operationToBlock(yaml, id)).toEqual(operationToBlock(document, id));
    }
  });

  it('lists of types, examples of schemas, constants, a sibling of $ref', async () => {
    const text = `
openapi: 3.1.0
info: {title: T, version: '1'}
servers: [{url: https://api.example.com}]
paths:
  /x:
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                a: {type: [string, 'null'], examples: [hello]}
                b: {const: 7}
                c: {anyOf: [{type: 'null'}, {type: boolean}]}
                d: {$ref: '#/components/schemas/D', description: mine}
                e: {type: integer, exclusiveMinimum: 3}
      responses:
        '201':
          content:
            application/json:
              schema:
                oneOf:
                  - {type: object, properties: {ok: {type: boolean}}}
                  - {type: object, properties: {error: {type: [string, 'null']}}}
components:
  schemas:
    D: {type: string, format: uuid}
`;
    const { config, outputs, name } = operationToBlock(await readDocument(text), 'POST /x');
    expect(name).toBe('x');
    expect(JSON.parse(Object(config.body).value)).toEqual({
      a: 'hello',
      b: 7,
      c: true,
      d: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
      e: 4,
    });
    expect(outputs?.data).toEqual({
      type: 'object',
      fields: [
        { name: 'ok', shape: { type: 'boolean' }, optional: true },
        { name: 'error', shape: { type: 'string', nullable: true }, optional: true },
      ],
    });
  });
});

describe('the importer', () => {
  it('offers every operation, then reads the chosen one', async () => {
    const text = JSON.stringify(PETSTORE);
    expect(openApiImporter.accepts(text)).toBe(true);
    const choices = await openApiImporter.choices?.(text);
    expect(choices?.[0]).toEqual({
      id: 'listPets',
      label: 'GET /pets',
      description: 'Lists pets',
      group: 'pets',
    });
    expect((await openApiImporter.read(text, { choice: 'getPet' })).config.url).toContain('{petId}');
  });

  it.each([
    ['{"openapi": "3.1.0", "paths": {}}', true],
    ['openapi: 3.0.1\npaths: {}', true],
    ["# spec\n'openapi': '3.0.1'", true],
    ['{"swagger": "2.0"}', true],
    ['{"swagger": 2.0}', true],
    ['swagger: 2.0\ninfo: {}', true],
    ['openapi: 3.1\ninfo: {}', true],
    ['openapi: 3\ninfo: {}', true],
    [`{"definitions": {"a": "${'x'.repeat(9_000)}"}, "swagger": "2.0"}`, true],
    [`basePath: /v1\nx: ${'x'.repeat(9_000)}\nswagger: "2.0"`, true],
    ['{"swagger": "1.2"}', false],
    ['{"openapi": {"swagger": 3}, "text": "\\"openapi\\": \\"3.0.0\\""}', false],
    ['curl https://a.test', false],
    ['{"a": 1}', false],
  ])('%j is accepted: %s', (text, expected) => {
    expect(openApiImporter.accepts(text)).toBe(expected);
  });

  it.each([
    ['{"openapi": "3.0.0",', /not valid JSON/],
    ['a: [', /not valid YAML/],
    ['{"swagger": "2.0"}', /no operation/],
    ['{"swaggerVersion": "1.2"}', /This is Swagger 1\.2\. OpenAPI 3 and Swagger 2\.0 can be read/],
    ['openapi: 4', /This is OpenAPI 4\./],
    ['{"a": 1}', /no "openapi" field/],
    ['[]', /one JSON or YAML object/],
    ['just words', /one JSON or YAML object/],
    ['', /YAML/],
    ['{"openapi": "3.0.0"}', /no operation/],
  ])('refuses %j in words', async (text, words) => {
    await expect(openApiImporter.read(text)).rejects.toThrow(ImportError);
    await expect(openApiImporter.read(text)).rejects.toThrow(words);
  });
});
