import { expect, test } from 'vitest';
import { Tools } from '@/lib/core/blocks/tools';
import { findImporter } from '../import/find-importer';
import { newTool, savedTool } from './tool-list';
import { toolOfRequest } from './tool-of-request';

const DOCUMENT = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://shop.example/v1' }],
  paths: {
    '/orders/{order-id}/lines': {
      post: {
        operationId: 'addLine',
        summary: 'Adds a line to an order',
        parameters: [
          {
            name: 'order-id',
            in: 'path',
            required: true,
            schema: { type: 'integer' },
            description: 'Its number',
          },
          { name: 'dryRun', in: 'query', required: true, schema: { type: 'boolean' } },
          { name: 'verbose', in: 'query', schema: { type: 'boolean' } },
          { name: 'X-Tenant', in: 'header', required: true, schema: { type: 'string' } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['sku', 'count'],
                properties: {
                  id: { type: 'string', readOnly: true },
                  sku: { type: 'string', description: 'What is sold' },
                  count: { type: 'integer' },
                  note: { type: 'string' },
                },
              },
            },
          },
        },
        responses: { 200: { description: 'Done' } },
      },
    },
  },
});

test('an operation becomes a tool whose parameters are what it needs', async () => {
  const { importer } = findImporter(DOCUMENT)!;
  const [choice] = await importer.choices!(DOCUMENT);
  const result = await importer.read(DOCUMENT, { choice: choice!.id });
  const tool = toolOfRequest(result, choice!, [{ ...newTool([]), name: 'addLine' }]);
  expect(tool).toMatchObject({
    kind: 'request',
    name: 'addLine_2',
    description: 'Adds a line to an order',
    method: 'POST',
    url: 'https://shop.example/v1/orders/<args.order-id>/lines?dryRun=<args.dryRun>',
    headers: [{ key: 'X-Tenant', value: '<args.X-Tenant>', enabled: true }],
    body: '{\n  "sku": "<args.sku>",\n  "count": <args.count>\n}',
  });
  expect(JSON.parse(tool.parameters)).toEqual({
    type: 'object',
    properties: {
      'order-id': { type: 'integer', description: 'Its number' },
      dryRun: { type: 'boolean' },
      'X-Tenant': { type: 'string' },
      sku: { type: 'string', description: 'What is sold' },
      count: { type: 'integer' },
    },
    required: ['order-id', 'dryRun', 'X-Tenant', 'sku', 'count'],
  });
  expect(Tools.safeParse([savedTool(tool)]).error).toBeUndefined();
});

test('a request without a description keeps its values', () => {
  const tool = toolOfRequest(
    {
      config: {
        method: 'PUT',
        url: 'https://h.example/:x',
        params: [
          { key: 'q', value: 'a b', enabled: true },
          { key: 'token', value: '{{TOKEN}}', enabled: true },
          { key: 'off', value: '1', enabled: false },
        ],
        body: { kind: 'json', value: '{"a": 1}' },
      },
      name: '1st request',
      warnings: [],
      secrets: [],
    },
    { label: 'PUT /x' },
    [],
  );
  expect(tool).toMatchObject({
    name: '_1st_request',
    description: 'PUT /x',
    url: 'https://h.example/:x?q=a%20b&token={{TOKEN}}',
    body: '{"a": 1}',
    parameters: '',
  });
});
