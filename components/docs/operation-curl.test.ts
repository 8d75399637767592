import { expect, it } from 'vitest';
import type { PlacedOperation } from './openapi-document';
import { operationCurl } from './operation-curl';

const operation: PlacedOperation = {
  operationId: 'x',
  summary: '',
  description: '',
  tags: [],
  method: 'POST',
  path: '/api/v1/workflows/{id}/executions',
  parameters: [
    { name: 'id', in: 'path', required: true },
    { name: 'workspaceId', in: 'query', required: true },
    { name: 'mode', in: 'query', required: false },
  ],
  requestBody: {
    content: { 'application/json': { schema: { type: 'object' }, example: { input: { name: "O'Hara" } } } },
  },
  responses: {},
};

it('names what has to be filled in and leaves out what may be left out', () => {
  expect(operationCurl(operation, 'http://localhost:3000')).toBe(
    [
      "curl -X POST 'http://localhost:3000/api/v1/workflows/ID/executions?workspaceId=WORKSPACE_ID'",
      '-H "x-api-key: $MILLRACE_API_KEY"',
      "-H 'content-type: application/json'",
      `-d '${JSON.stringify({ input: { name: "O'\\''Hara" } }, null, 2).replaceAll('\\\\', '\\')}'`,
    ].join(' \\\n  '),
  );
});
