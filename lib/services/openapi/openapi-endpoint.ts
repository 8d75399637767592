import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';

export const getOpenApiEndpoint = defineEndpoint({
  id: 'getOpenApi',
  method: 'GET',
  path: '/api/v1/openapi.json',
  summary: 'This API as an OpenAPI 3.1 document',
  tag: 'Documents',
  auth: 'public',
  response: z.looseObject({ openapi: z.string() }),
});
