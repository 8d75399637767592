import { expect, test } from 'vitest';
import { blockSchemas, blockTypes } from '../../core/block-schemas/block-schemas';
import { createRouter } from '../../platform/http/router';
import { routes } from '../../server/routes';
import { sentEvents } from '../outgoing-webhooks/sent-event';
import { openApiDocument } from './openapi';
import { schemaRoutes } from './routes';

const document = openApiDocument(routes, 'http://localhost:3000', sentEvents);
const schemas = document.components.schemas as Record<string, { oneOf?: unknown; properties?: object }>;
/** Twice what it is: a schema repeated at each of its uses would exceed it. */
const MOST_BYTES = 3 * 1024 * 1024;

test('a block that is sent is of one of the types, each with its settings', () => {
  const { oneOf } = schemas.BlockInput!;
  expect(oneOf).toHaveLength(blockTypes().length + 1);
  for (const { type, blockName, settingsName } of blockSchemas()) {
    expect(oneOf).toContainEqual({ $ref: `#/components/schemas/${blockName}Input` });
    expect(schemas[`${blockName}Input`]!.properties).toMatchObject({
      type: { const: type },
      config: { $ref: `#/components/schemas/${settingsName}` },
    });
    expect(schemas[settingsName]).toHaveProperty('properties');
  }
  expect(schemas.ApiBlockSettings!.properties).toMatchObject({
    body: { oneOf: expect.arrayContaining([expect.objectContaining({ required: ['kind'] })]) },
  });
});

test('a block that is returned may be a draft', () => {
  expect(schemas.Block!.properties).toMatchObject({
    config: { type: 'object', description: expect.stringContaining('ApiBlockSettings') },
  });
  expect(schemas.Block).not.toHaveProperty('oneOf');
});

test('the document has its size once: nothing is repeated for each use', () => {
  expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThan(MOST_BYTES);
});

test('schemas are served by name to pages of any site; others are told the names', async () => {
  const router = createRouter(schemaRoutes);
  const { operation, params } = router.match('GET', '/schemas/block-api.json')!;
  const ask = (file: string) =>
    operation.run(null, { params: { file }, query: undefined, body: undefined }, {} as never);
  expect(await ask('block-api.json')).toMatchObject({
    status: 200,
    body: expect.stringContaining('"timeoutMs"'),
  });
  await expect(ask('block-nope.json')).rejects.toThrow(/block-api\.json/);
  expect(await operation.crossOrigin!(params, () => undefined)).toEqual({
    'access-control-allow-origin': '*',
  });
});
