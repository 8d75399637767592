import { expect, it } from 'vitest';
import type { PlacedOperation } from './openapi-document';
import { operationTypescript } from './operation-typescript';

const operation: PlacedOperation = {
  operationId: 'x',
  summary: '',
  description: '',
  tags: [],
  method: 'GET',
  path: '/api/v1/logs/{id}',
  parameters: [{ name: 'id', in: 'path', required: true }],
  responses: { 200: { description: '', content: { 'application/json': {} } } },
};

it('reads JSON, and says what went wrong', () => {
  expect(operationTypescript(operation, 'http://localhost:3000', {})).toBe(
    [
      "const response = await fetch('http://localhost:3000/api/v1/logs/ID', {",
      '  headers: {',
      "    'x-api-key': process.env.MILLRACE_API_KEY ?? '',",
      '  },',
      '});',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code to be copied
      'if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);',
      'const answer = await response.json();',
    ].join('\n'),
  );
});

it('sends a body, and reads bytes', () => {
  const text = operationTypescript(
    {
      ...operation,
      method: 'POST',
      security: [],
      requestBody: {
        content: {
          'application/json': {
            schema: { type: 'object' },
            example: { a: 'b' },
          },
        },
      },
      responses: { 200: { description: '', content: { '*/*': {} } } },
    },
    '',
    {},
  );
  expect(text).toContain(`  method: 'POST',\n  headers: {\n    'content-type': 'application/json',\n  },`);
  expect(text).toContain(`  body: JSON.stringify({\n    "a": "b"\n  }),`);
  expect(text).toContain('new Uint8Array(await response.arrayBuffer())');
  expect(text).not.toContain('x-api-key');
});

it('reads every page of an answer that names the next one', () => {
  const schema = { type: 'object', properties: { data: { type: 'array' }, nextCursor: { type: 'string' } } };
  const paged = { 200: { description: '', content: { 'application/json': { schema } } } };
  const text = operationTypescript({ ...operation, responses: paged }, 'http://localhost:3000', {});
  expect(text).toContain("const url = new URL('http://localhost:3000/api/v1/logs/ID');");
  expect(text).toContain("url.searchParams.set('cursor', nextCursor);");
});
