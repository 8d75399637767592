import { describe, expect, it } from 'vitest';
import { openApiImporter } from './openapi-importer';

describe('nothing of a document is left out without a word', () => {
  const document = (operation: object, more: object = {}) => ({
    openapi: '3.1.0',
    servers: [{ url: 'https://a.test' }],
    paths: { '/x': { post: { operationId: 'x', responses: {}, ...operation } } },
    ...more,
  });
  const wordsOf = async (operation: object, more: object = {}) =>
    (await openApiImporter.read(JSON.stringify(document(operation, more)))).warnings.join('\n');

  it('neither a reference that leads nowhere', async () => {
    const words = await wordsOf({
      parameters: [{ $ref: 'common.yaml#/Limit' }, { $ref: '#/components/parameters/P' }],
    });
    expect(words).toContain('Not found, and left out: "common.yaml#/Limit", "#/components/parameters/P".');
    expect(words).toContain('Choose all files of the document together.');
    expect(await wordsOf({ parameters: [{ $ref: '#/nothing' }] })).toMatch(/left out: "#\/nothing"\.$/);
  });

  it('nor another type or form of the body, nor a list that is too long', async () => {
    const schema = { oneOf: [{ type: 'object' }, { type: 'array' }] };
    const content = { 'application/json': { schema }, 'application/xml': {}, 'text/csv': {} };
    const words = await wordsOf({ requestBody: { content } });
    expect(words).toContain('it may also be application/xml, text/csv.');
    expect(words).toContain('may have 2 forms');
    const parameters = Array.from({ length: 200 }, (_, at) => ({ name: `p${at}`, in: 'query' }));
    expect(await wordsOf({ parameters })).toContain('too many parameters');
  });

  it('nor a parameter without a place, nor another way to sign in', async () => {
    expect(await wordsOf({ parameters: [{ name: 'p', in: 'elsewhere' }] })).toContain('"p" is left out');
    const components = {
      securitySchemes: { a: { type: 'http', scheme: 'bearer' }, b: { type: 'openIdConnect' } },
    };
    const words = await wordsOf({ security: [{ a: [] }, { a: [], b: [] }, {}] }, { components });
    expect(words).toContain('It can also be called with "a" and "b", or no credentials.');
  });

  it('nor a method that the block hasn’t got, nor a path without its slash', async () => {
    const text = JSON.stringify({
      openapi: '3.2.0',
      paths: { pets: { head: {}, options: {}, trace: {}, query: {} }, 'x-a': { get: {} } },
    });
    expect((await openApiImporter.choices?.(text))?.map(({ label }) => label)).toEqual([
      'HEAD /pets',
      'OPTIONS /pets',
      'TRACE /pets',
      'QUERY /pets',
    ]);
    const { config, warnings } = await openApiImporter.read(text, { choice: 'TRACE /pets' });
    expect(config.method).toBe('GET');
    expect(warnings.join('\n')).toContain('doesn’t support TRACE: GET is sent instead.');
    for (const method of ['HEAD', 'OPTIONS']) {
      const taken = await openApiImporter.read(text, { choice: `${method} /pets` });
      expect([taken.config.method, taken.warnings.join()]).toEqual([
        method,
        expect.not.stringContaining(method),
      ]);
    }
  });

  it('nor keys that YAML merges', async () => {
    const text = `openapi: 3.1
x-common: &common {name: a, in: query, required: true}
paths:
  /x:
    get:
      operationId: x
      parameters: [{<<: *common, example: 7}]
`;
    expect((await openApiImporter.read(text)).config.params).toEqual([
      { key: 'a', value: '7', enabled: true },
    ]);
  });
});
