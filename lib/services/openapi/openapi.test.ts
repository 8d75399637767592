import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { integerParam, listParam } from '../../platform/http/query-params';
import { routes } from '../../server/routes';
import { readGuards } from '../access/guards';
import { operation, publicOperation } from '../access/operation';
import { sentEvents } from '../outgoing-webhooks/sent-event';
import { openApiDocument } from './openapi';

const Thing = z.object({ name: z.string(), size: z.number().default(1) }).meta({ id: 'TestThing' });

const save = defineEndpoint({
  id: 'saveThing',
  method: 'PUT',
  path: '/api/v1/things/{id}',
  summary: 'Save',
  tag: 'Things',
  auth: 'key',
  scope: 'workflows:write',
  params: z.object({ id: z.string() }),
  query: z.strictObject({
    limit: integerParam(1).optional(),
    kinds: listParam(z.enum(['a', 'b'])),
    must: z.string(),
  }),
  body: Thing,
  response: z.object({ data: Thing }),
  otherResponses: { 202: { description: 'Later.' } },
});
const nudge = defineEndpoint({
  ...save,
  id: 'nudgeThing',
  method: 'POST',
  body: z.object({ hard: z.boolean().default(false) }),
});
const open = defineEndpoint({
  id: 'open',
  method: 'GET',
  path: '/api/v1/open',
  summary: 'Open',
  tag: 'Things',
  auth: 'public',
  response: z.object({ ok: z.boolean() }),
});
const hidden = defineEndpoint({ ...open, id: 'hidden', path: '/api/me' });

const unused = async () => undefined;
const document = openApiDocument(
  [
    operation(save, unused, { guards: readGuards('writer') }),
    operation(nudge, unused, { guards: readGuards('writer') }),
    publicOperation(open, unused),
    publicOperation(hidden, unused),
  ],
  'http://localhost:3000',
);
const saving = document.paths['/api/v1/things/{id}']?.put as {
  description: string;
  parameters: Array<Record<string, unknown>>;
  requestBody: unknown;
  responses: Record<string, unknown>;
};

test('only versioned paths are documented', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths)).toEqual(['/api/v1/things/{id}', '/api/v1/open']);
});

test('parameters say where they stand and whether they are required', () => {
  expect(saving.parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
    ['id', 'path', true],
    ['limit', 'query', false],
    ['kinds', 'query', true],
    ['must', 'query', true],
  ]);
});

test('a parameter is documented as what it means, not as the text it arrives in', () => {
  expect(saving.parameters.map(({ schema, explode }) => [schema, explode])).toEqual([
    [{ type: 'string' }, undefined],
    [{ type: 'integer', minimum: 1 }, undefined],
    [expect.objectContaining({ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }), false],
    [{ type: 'string' }, undefined],
  ]);
});

test('a body is required where the server refuses a request without one', () => {
  expect(saving.requestBody).toMatchObject({ required: true });
  expect(document.paths['/api/v1/things/{id}']?.post).toMatchObject({ requestBody: { required: false } });
});

test('a named schema has one component for answers and one for what is sent', () => {
  expect(document.components.schemas).toMatchObject({
    TestThing: { required: ['name', 'size'] },
    TestThingInput: { required: ['name'] },
  });
  expect(saving.requestBody).toMatchObject({
    content: { 'application/json': { schema: { $ref: '#/components/schemas/TestThingInput' } } },
  });
});

test('answers: each success, and a problem for each thing that can go wrong', () => {
  expect(Object.keys(saving.responses)).toEqual([
    '200',
    '202',
    '400',
    '401',
    '403',
    '404',
    '408',
    '409',
    '413',
    '415',
    '429',
    '500',
    '503',
  ]);
  expect(document.paths['/api/v1/open']?.get).toMatchObject({ security: [] });
  expect(saving.description).toContain('`workflows:write`');
});

test('every reference leads somewhere', () => {
  const text = JSON.stringify(document);
  const references = [...text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)];
  expect(references.length).toBeGreaterThan(10);
  for (const [, kind, name] of references)
    expect(document.components[kind as 'schemas']).toHaveProperty([name!]);
  expect(text).not.toContain('#/$defs');
});

test('an endpoint that counts calls says so to somebody known; scopes and problems are named', () => {
  const counted = defineEndpoint({
    ...open,
    id: 'counted',
    auth: 'key',
    scope: ['workflows:run', 'logs:read'],
    rateLimit: 'logs',
    problems: ['usage_exceeded'],
  });
  const { paths } = openApiDocument([operation(counted, unused)], 'http://localhost:3000');
  const { description, responses } = paths['/api/v1/open']!.get as {
    description: string;
    responses: Record<string, { headers: object; description: string }>;
  };
  expect(description).toContain('`workflows:run` or `logs:read`');
  expect(Object.keys(responses)).toEqual(['200', '400', '401', '402', '403', '429', '500', '503']);
  expect(responses['402']!.description).toContain('usage_exceeded');
  const { '401': unknown, '503': away, ...known } = responses;
  expect(Object.keys(unknown!.headers)).toEqual(['X-Request-Id']);
  expect(Object.keys(away!.headers)).toEqual(['X-Request-Id', 'Retry-After']);
  for (const { headers } of Object.values(known))
    expect(Object.keys(headers)).toEqual(
      expect.arrayContaining([
        'X-RateLimit-Limit',
        'X-RateLimit-Remaining',
        'X-RateLimit-Reset',
        'RateLimit-Policy',
        'RateLimit',
      ]),
    );
  expect(responses['429']!.headers).toHaveProperty('Retry-After');
});

describe('the whole document', () => {
  const whole = openApiDocument(routes, 'http://localhost:3000', sentEvents);
  interface Described {
    parameters: Array<{ name: string; description?: string }>;
    responses: Record<string, { description: string; 'x-streams'?: object }>;
  }
  const operations = Object.values(whole.paths).flatMap((methods) => Object.values(methods) as Described[]);

  test('has patterns that mean the same to Python’s and other validators', () => {
    const patterns = new Set<string>();
    JSON.stringify(whole, (key, value) => {
      if (key === 'pattern' && typeof value === 'string') patterns.add(value);
      return value;
    });
    expect(patterns.size).toBeGreaterThan(5);
    // Classes by property and named groups have other forms there, and \\d, \\w, \\s, \\b mean Unicode.
    const foreign = /\\[pPdDwWsSbBuck]|\(\?<|\[\^?\]|\$(?![^[\]]*\])./;
    expect([...patterns].filter((pattern) => foreign.test(pattern))).toEqual([]);
  });

  test('names every format where a success is described', () => {
    const streaming = operations.flatMap(({ responses }) =>
      Object.values(responses).filter((each) => each['x-streams'] !== undefined),
    );
    expect(streaming.length).toBeGreaterThan(3);
    for (const { description, ...answer } of streaming)
      for (const type of Object.keys(answer['x-streams']!)) expect(description).toContain(type);
    expect(whole.paths['/api/v1/logs']!.get).toMatchObject({
      responses: { 200: { description: expect.stringContaining('application/x-ndjson') } },
    });
  });

  test('says of each list with pages that one may be shorter', () => {
    const limits = operations
      .filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'))
      .flatMap(({ parameters }) => parameters.filter(({ name }) => name === 'limit'));
    expect(limits.length).toBeGreaterThan(3);
    for (const { description } of limits) expect(description).toContain('A page may be shorter');
  });

  test('has the members that a conflict is answered with', () => {
    for (const [path, method, members] of [
      ['/api/v1/workflows/{id}', 'put', ['currentVersion', 'current', 'currentDocument']],
      ['/api/v1/workflows/{id}/publish', 'post', ['currentVersion', 'failedTests']],
      ['/api/v1/webhooks/{id}', 'put', ['currentVersion', 'updatedAt', 'updatedBy']],
    ] as const) {
      const { responses } = whole.paths[path]![method] as { responses: Record<string, Content> };
      const [problem, own] = responses[409]!.content['application/problem+json']!.schema.allOf!;
      expect(problem).toEqual({ $ref: '#/components/schemas/Problem' });
      expect(Object.keys(own!.properties!)).toEqual(members);
    }
  });
  type Content = { content: Record<string, { schema: { allOf?: Array<{ properties?: object }> } }> };
});

test('what is asked for by Accept stands beside the JSON answer, with its items', () => {
  const Row = z.object({ id: z.string() }).meta({ id: 'TestRow' });
  const streamed = defineEndpoint({
    ...open,
    streams: { 'application/x-ndjson': { description: 'Rows.', item: Row } },
  });
  const { paths, components } = openApiDocument([publicOperation(streamed, unused)], 'http://localhost:3000');
  const { responses } = paths['/api/v1/open']!.get as { responses: Record<string, object> };
  expect(responses['200']).toMatchObject({
    'x-streams': { 'application/x-ndjson': { itemSchema: { $ref: '#/components/schemas/TestRow' } } },
  });
  expect((responses['200'] as { content: object }).content).not.toHaveProperty('application/x-ndjson');
  expect(components.schemas).toHaveProperty('TestRow');
});

test('an event that is sent has its headers, its body and what answers lead to', () => {
  const sent = {
    id: 'thingDone',
    type: 'thing.done',
    summary: 'Done',
    description: '',
    tag: 'Things',
    headers: z.object({ 'x-id': z.string(), 'x-test': z.literal('true').optional() }),
    body: Thing,
    answers: { '2XX': 'Fine.' },
  };
  const { webhooks } = openApiDocument([], 'http://localhost:3000', [sent]);
  expect(webhooks).toMatchObject({
    'thing.done': {
      post: {
        operationId: 'thingDone',
        parameters: [
          { name: 'x-id', in: 'header', required: true },
          { name: 'x-test', in: 'header', required: false },
        ],
        requestBody: {
          content: { 'application/json': { example: { name: 'Say hello', size: 1 } } },
        },
        responses: { '2XX': { description: 'Fine.' } },
      },
    },
  });
});
