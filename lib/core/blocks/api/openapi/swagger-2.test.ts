import { dump } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { ApiConfig } from '../config/api-config';
import { openApiImporter } from './openapi-importer';

const row = (key: string, value: string, more: object = {}) => ({ key, value, enabled: true, ...more });

/** A document in the style of the specification's first pages and of tools that read annotations. */
const SHOP = {
  swagger: '2.0',
  info: { title: 'Shop', version: '1.0' },
  host: 'shop.example.com:8443',
  basePath: '/v1/',
  schemes: ['http', 'https', 'wss'],
  consumes: ['application/json'],
  produces: ['application/json'],
  securityDefinitions: {
    login: { type: 'basic' },
    key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    oauth: {
      type: 'oauth2',
      flow: 'accessCode',
      authorizationUrl: 'https://a.test',
      tokenUrl: 'https://t.test',
    },
  },
  security: [{ key: [] }, { oauth: ['read'] }],
  parameters: {
    limit: { name: 'limit', in: 'query', type: 'integer', default: 20, required: true },
    order: { name: 'order', in: 'body', required: true, schema: { $ref: '#/definitions/Order' } },
  },
  responses: { Orders: { schema: { type: 'array', items: { $ref: '#/definitions/Order' } } } },
  definitions: {
    Order: {
      type: 'object',
      required: ['item', 'count'],
      properties: {
        id: { type: 'integer', readOnly: true },
        item: { type: 'string', example: 'nut' },
        count: { type: 'integer', minimum: 2 },
        parent: { $ref: '#/definitions/Order' },
      },
    },
  },
  paths: {
    '/orders': {
      parameters: [{ $ref: '#/parameters/limit' }],
      get: {
        operationId: 'listOrders',
        parameters: [
          {
            name: 'state',
            in: 'query',
            type: 'array',
            items: { type: 'string', enum: ['new'] },
            required: true,
          },
          {
            name: 'tags',
            in: 'query',
            type: 'array',
            items: { type: 'string', enum: ['a'] },
            collectionFormat: 'multi',
            default: ['a', 'b'],
            required: true,
          },
          {
            name: 'ids',
            in: 'query',
            type: 'array',
            items: { type: 'integer' },
            collectionFormat: 'pipes',
            'x-example': [1, 2],
            required: true,
          },
          { name: 'Authorization', in: 'header', type: 'string', required: true },
        ],
        responses: { 200: { $ref: '#/responses/Orders' } },
      },
      post: {
        operationId: 'createOrder',
        security: [{ login: [] }],
        parameters: [{ $ref: '#/parameters/order' }],
        responses: { 201: { schema: { $ref: '#/definitions/Order' } } },
      },
    },
    '/orders/{id}/note': {
      post: {
        operationId: 'addNote',
        consumes: ['application/x-www-form-urlencoded'],
        schemes: ['https'],
        security: [],
        parameters: [
          { name: 'id', in: 'path', type: 'string', required: true },
          { name: 'text', in: 'formData', type: 'string', required: true, 'x-example': 'Hi' },
          {
            name: 'to',
            in: 'formData',
            type: 'array',
            items: { type: 'string' },
            default: ['a', 'b'],
            required: true,
          },
          {
            name: 'each',
            in: 'formData',
            type: 'array',
            items: { type: 'string' },
            collectionFormat: 'multi',
            default: ['a', 'b'],
            required: true,
          },
        ],
        responses: { 204: {} },
      },
    },
    '/orders/{id}/photo': {
      post: {
        operationId: 'addPhoto',
        consumes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
        parameters: [
          { name: 'id', in: 'path', type: 'string', required: true },
          { name: 'title', in: 'formData', type: 'string', default: 'Me' },
          { name: 'photo', in: 'formData', type: 'file' },
        ],
        responses: { 200: { schema: { type: 'file' } } },
      },
    },
    '/import': {
      put: {
        operationId: 'importXml',
        consumes: ['application/xml'],
        parameters: [{ name: 'body', in: 'body', schema: { $ref: '#/definitions/Order' } }],
        responses: {},
      },
    },
  },
};

const read = (choice: string, document: object = SHOP, url?: string) =>
  openApiImporter.read(JSON.stringify(document), { choice, ...(url === undefined ? {} : { url }) });

describe('a Swagger 2.0 document', () => {
  it('offers its operations, in JSON and in YAML, its version quoted or not', async () => {
    const yaml = dump(SHOP);
    const offered = [
      'GET /orders',
      'POST /orders',
      'POST /orders/{id}/note',
      'POST /orders/{id}/photo',
      'PUT /import',
    ];
    for (const text of [JSON.stringify(SHOP), yaml, yaml.replace(/swagger: .*/, 'swagger: 2.0')]) {
      expect(openApiImporter.accepts(text)).toBe(true);
      expect((await openApiImporter.choices?.(text))?.map(({ label }) => label)).toEqual(offered);
    }
  });

  it('server, lists in a query, keys and answers become a block', async () => {
    const { config, outputs, warnings } = await read('listOrders');
    expect(config).toEqual({
      method: 'GET',
      url: 'https://shop.example.com:8443/v1/orders',
      params: [
        row('limit', '20'),
        row('state', 'new'),
        row('tags', 'a'),
        row('tags', 'b'),
        row('ids', '1|2'),
      ],
      headers: [row('X-API-Key', '{{EXAMPLE_API_KEY}}'), row('Authorization', '')],
    });
    expect(outputs?.data).toMatchObject({ type: 'array', items: { type: 'object' } });
    expect(warnings.join('\n')).toMatch(
      /by wss[\s\S]*EXAMPLE_API_KEY[\s\S]*also be called with "oauth"[\s\S]*Fill in: Authorization/,
    );
  });

  it('a body with its definition, Basic authentication', async () => {
    const { config, outputs } = await read('createOrder');
    expect(config.headers).toEqual([row('Authorization', 'Basic {{EXAMPLE_BASIC_AUTH}}')]);
    expect(JSON.parse(Object(config.body).value)).toEqual({ item: 'nut', count: 2 });
    expect(outputs?.data?.fields?.map(({ name }) => name)).toEqual(['id', 'item', 'count', 'parent']);
  });

  it('form fields, a list in one of them by commas or field by field', async () => {
    const { config } = await read('addNote');
    expect(config).toEqual({
      method: 'POST',
      url: 'https://shop.example.com:8443/v1/orders/{id}/note',
      pathParams: [row('id', '')],
      body: { kind: 'form', rows: [row('text', 'Hi'), row('to', 'a,b'), row('each', 'a'), row('each', 'b')] },
    });
  });

  it('a form with a file is sent in parts; a file as the answer has no fields', async () => {
    const { config, outputs, warnings } = await read('addPhoto');
    expect(config.body).toMatchObject({
      kind: 'multipart',
      rows: [row('title', 'Me'), { key: 'photo', enabled: false }],
    });
    expect(outputs?.data).toEqual({ type: 'any' });
    expect(warnings.join('\n')).toContain('"photo" is a file');
  });

  it('a body that is no JSON says that its example is', async () => {
    const { config, warnings } = await read('importXml');
    expect(config.body).toMatchObject({ kind: 'raw', contentType: 'application/xml' });
    expect(warnings.join('\n')).toContain('written as JSON: write it as application/xml.');
  });

  it.each([
    [
      'no scheme',
      { schemes: undefined },
      undefined,
      'https://shop.example.com:8443/v1/orders',
      /https is used/,
    ],
    [
      'no scheme, fetched',
      { schemes: undefined },
      'http://x.test/s.json',
      'http://shop.example.com:8443/v1/orders',
      null,
    ],
    ['no host, fetched', { host: undefined }, 'https://x.test/docs/s.json', 'https://x.test/v1/orders', null],
    ['no host', { host: undefined }, undefined, '{{API_BASE_URL}}/v1/orders', /API_BASE_URL/],
    ['no path', { basePath: undefined }, undefined, 'https://shop.example.com:8443/orders', null],
    ['a host with a scheme', { host: 'http://a.test/' }, undefined, 'https://a.test/v1/orders', null],
    ['http alone', { schemes: ['HTTP'] }, undefined, 'http://shop.example.com:8443/v1/orders', null],
  ])('of %s', async (_what, change, url, expected, note) => {
    const { config, warnings } = await read('createOrder', { ...SHOP, ...change }, url);
    expect(config.url).toBe(expected);
    if (note !== null) expect(warnings.join('\n')).toMatch(note);
  });

  it('with anything in the place of anything gives configs that the block reads', async () => {
    for (const odd of [
      null,
      [],
      7,
      'x',
      { $ref: '#/paths' },
      [null, { in: 'body' }, { in: 'formData' }, 3],
    ]) {
      const paths = {
        '/a': {
          parameters: odd,
          post: { parameters: odd, responses: { 200: odd }, consumes: odd, schemes: odd },
        },
        '/b': odd,
      };
      const document = { ...SHOP, paths, host: odd, securityDefinitions: odd, definitions: odd };
      const { config } = await read('POST /a', document);
      expect(ApiConfig.safeParse(config).error).toBeUndefined();
    }
  });
});
