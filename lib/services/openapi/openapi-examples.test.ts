import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { routes } from '../../server/routes';
import { sentEvents } from '../outgoing-webhooks/sent-event';
import { openApiDocument } from './openapi';

/** The document as a client's author reads it: plain JSON. */
const document = JSON.parse(JSON.stringify(openApiDocument(routes, 'http://localhost:3000', sentEvents)));
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema(document, 'openapi.json');

interface Described {
  operationId: string;
  parameters: Array<{ name: string; in: string; required: boolean; example?: unknown }>;
  requestBody?: { content: Record<string, Exampled> };
  responses: Record<string, { content?: Record<string, Exampled> }>;
}

interface Exampled {
  schema: object;
  example?: unknown;
}
const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
const pointerOf = (...parts: string[]) => `/${parts.map(escaped).join('/')}`;

/** Returns every JSON body of a documented operation, with the location of its schema. */
function bodiesOf(section: 'paths' | 'webhooks'): Array<[string, Exampled, string]> {
  return Object.entries<Record<string, Described>>(document[section]).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const { requestBody, responses } = operation;
      const at = [section, path, method];
      const sent = Object.entries(requestBody?.content ?? {}).map(
        ([type, media]): [string, Exampled, string] => [
          `${operation.operationId} request`,
          media,
          pointerOf(...at, 'requestBody', 'content', type, 'schema'),
        ],
      );
      const answered = Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Object.entries(content)
          .filter(([type]) => type.endsWith('json'))
          .map(([type, media]): [string, Exampled, string] => [
            `${operation.operationId} ${status}`,
            media,
            pointerOf(...at, 'responses', status, 'content', type, 'schema'),
          ]),
      );
      return [...sent, ...answered];
    }),
  );
}

const bodies = [...bodiesOf('paths'), ...bodiesOf('webhooks')];

test('every body that is sent or answered has one, and it is as its schema says', () => {
  expect(bodies.length).toBeGreaterThan(100);
  const validators = new Map<string, ValidateFunction>(); // most responses share one: the problem's
  for (const [name, { schema, example }, pointer] of bodies) {
    const like = JSON.stringify(schema);
    const validate = validators.get(like) ?? ajv.compile({ $ref: `openapi.json#${pointer}` });
    validators.set(like, validate);
    expect([name, validate(example), validate.errors ?? []]).toEqual([name, true, []]);
  }
});

test('no field is left at a placeholder', () => {
  expect(bodies.length).toBeGreaterThan(100);
  for (const [name, { example }] of bodies)
    expect([name, JSON.stringify(example)]).toEqual([
      name,
      expect.not.stringMatching(/(?<!"type":)"string"/), // a workflow's field may be of that type
    ]);
});

test.each(
  routes.filter(({ endpoint }) => endpoint.path.startsWith('/api/v1/')).map(({ endpoint }) => endpoint),
)('the server takes what $id is sent in the example', ({ path, method, params, query, body }) => {
  const operation: Described & { requestBody?: { content: Record<string, Exampled> } } =
    document.paths[path][method.toLowerCase()];
  const valuesIn = (place: string) =>
    Object.fromEntries(
      operation.parameters
        .filter((parameter) => parameter.in === place && parameter.required)
        .map((parameter) => [parameter.name, parameter.example]),
    );
  const refusals = [
    params?.safeParse(valuesIn('path')).error,
    query?.safeParse(valuesIn('query')).error,
    body?.safeParse(operation.requestBody?.content['application/json']?.example).error,
  ];
  expect(refusals).toEqual([undefined, undefined, undefined]);
});

/** Blocks of all types are one kind. */
const kindOf = (schema: string): string => schema.replace(/Input$/, '').replace(/^\w+Block$/, 'Block');

test('examples of an operation are of its own kind', () => {
  const kindsOf = new Map<unknown, string[]>();
  const named: string[] = [];
  for (const [name, { properties = {} }] of Object.entries<{
    properties?: Record<string, { examples?: unknown[] }>;
  }>(document.components.schemas)) {
    const id = properties.id?.examples?.[0];
    if (id !== undefined) kindsOf.set(id, [...(kindsOf.get(id) ?? []), kindOf(name)]);
    if (properties.name?.examples?.[0] === 'Say hello') named.push(name);
  }
  const shared = [...kindsOf.values()].map((kinds) => [...new Set(kinds)].sort().join(' '));
  expect(shared.filter((kinds) => kinds.includes(' ')).sort()).toEqual([
    'Block TraceSpan',
    'BulkJob BulkJobDetail',
    'ComposedWebhookEvent WebhookEvent',
    'DeletedFolder Folder',
    'DeletedWebhook Webhook',
    'DeletedWorkflow Workflow WorkflowSummary',
    'ErrorGroup ErrorGroupDetail',
    'ExportedLog FoundLog LogDetail LogSummary',
    'HookRequestDetail HookRequestSummary',
    'RunTest RunTestDetail',
    'WebhookDelivery WebhookDeliveryDetail',
  ]);
  expect(named).toEqual(['DeletedWorkflow', 'Workflow', 'WorkflowSummary']);
  const pathId = (path: string) => document.paths[path].get.parameters[0].example;
  expect(pathId('/api/v1/logs/{id}')).toBe(document.components.schemas.LogDetail.properties.id.examples[0]);
});

test('each operation has a summary of its own: it is the heading of its section in the reference', () => {
  const summaries = Object.values<Record<string, { summary: string }>>(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ summary }) => summary);
  expect(summaries.length).toBeGreaterThan(200);
  expect(summaries.filter((summary, at) => summaries.indexOf(summary) !== at)).toEqual([]);
});

test('examples of problems name what the operation has', () => {
  const problems = bodiesOf('paths').filter(([name]) => / [45]\d\d$/.test(name));
  expect(problems.length).toBeGreaterThan(300);
  const exampleOf = (name: string) => problems.find(([each]) => each === name)![1].example;
  expect(exampleOf('createFolder 400')).toMatchObject({ errors: [{ param: 'workspaceId' }] });
  expect(exampleOf('createFolder 403')).toMatchObject({
    detail: 'This API key lacks the scope workflows:write.',
  });
  expect(exampleOf('executeWorkflow 429')).toMatchObject({ detail: expect.stringContaining('executions') });
  expect(exampleOf('listLogs 429')).toMatchObject({ detail: expect.stringContaining('calls') });
  expect(exampleOf('listFolders 500')).toMatchObject({ code: 'internal' });
  expect(exampleOf('saveWorkflow 409')).toMatchObject({
    currentVersion: 3,
    currentDocument: expect.any(Object),
  });
});
