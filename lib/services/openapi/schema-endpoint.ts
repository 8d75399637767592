import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';

export const getSchemaEndpoint = defineEndpoint({
  id: 'getSchema',
  method: 'GET',
  path: '/schemas/{file}',
  summary: 'A JSON Schema for editors',
  description:
    '`workflow.json` describes a workflow’s file, `document.json` a document, `block-<type>.json` the ' +
    'settings of a block.',
  tag: 'Documents',
  auth: 'nobody',
  params: z.object({ file: z.string() }),
  response: z.looseObject({ $schema: z.string() }),
});
