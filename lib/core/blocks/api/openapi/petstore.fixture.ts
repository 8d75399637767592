/** A small document that uses most of OpenAPI 3.0, with a cycle and a few traps. */
export const PETSTORE = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  servers: [
    {
      url: 'https://{region}.pets.example.com/{version}/',
      variables: { region: { default: 'eu' }, version: { enum: ['v2', 'v1'] } },
    },
    { url: 'https://staging.example.com' },
  ],
  security: [{ bearer: [] }],
  paths: {
    '/pets': {
      parameters: [{ name: 'X-Trace', in: 'header', schema: { type: 'string' }, example: 't1' }],
      get: {
        operationId: 'listPets',
        summary: 'Lists pets',
        tags: ['pets'],
        parameters: [
          {
            name: 'limit',
            in: 'query',
            required: true,
            schema: { type: 'integer', minimum: 5, default: 20 },
          },
          {
            name: 'status',
            in: 'query',
            description: 'Only these.\nMore.',
            schema: { type: 'array', items: { enum: ['new', 'sold'] } },
          },
          {
            name: 'ids',
            in: 'query',
            explode: false,
            required: true,
            example: [1, 2],
            schema: { type: 'array' },
          },
          {
            name: 'filter',
            in: 'query',
            style: 'deepObject',
            required: true,
            example: { a: 1, b: 'x' },
            schema: {},
          },
          { name: 'q', in: 'query', required: true, schema: { type: 'string' } },
          { name: 'session', in: 'cookie', required: true, schema: { type: 'string' }, example: 's1' },
          { name: 'Authorization', in: 'header', schema: { type: 'string' } },
        ],
        responses: {
          200: {
            description: 'ok',
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } },
            },
          },
        },
      },
      post: {
        operationId: 'createPet',
        security: [{ key: [] }, { basic: [] }],
        requestBody: { $ref: '#/components/requestBodies/Pet' },
        responses: {
          '2XX': {
            description: 'ok',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
        },
      },
    },
    '/pets/{petId}': {
      parameters: [
        { name: 'petId', in: 'path', required: true, schema: { type: 'integer' }, description: 'Which' },
      ],
      get: {
        operationId: 'getPet',
        security: [],
        responses: { 200: { $ref: '#/components/responses/Text' } },
      },
      put: {
        operationId: 'putPet',
        security: [{ basic: [] }],
        requestBody: {
          content: { 'application/x-www-form-urlencoded': { schema: { $ref: '#/components/schemas/Form' } } },
        },
        responses: { default: { description: 'any' } },
      },
      patch: {
        operationId: 'patchPet',
        deprecated: true,
        security: [{ oauth: ['write'] }],
        requestBody: {
          content: {
            'application/xml': { example: '<pet/>' },
            'application/merge-patch+json': { examples: { one: { value: { name: 'Rex' } } } },
          },
        },
        responses: {},
      },
      delete: {
        security: [{ mtls: [] }],
        requestBody: { content: { 'application/json': {} } },
        responses: {},
      },
      head: { operationId: 'headPet', responses: {} },
    },
    '/pets/{petId}/photo.{format}': {
      post: {
        operationId: 'uploadPhoto',
        servers: [{ url: '/files' }],
        security: [{ cookieKey: [], queryKey: [] }],
        parameters: [
          { name: 'petId', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'format', in: 'path', required: true, schema: { type: 'string', enum: ['png'] } },
        ],
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['title'],
                properties: {
                  title: { type: 'string', example: 'Me' },
                  photo: { type: 'string', format: 'binary' },
                  tags: { type: 'array', items: { type: 'string' } },
                  about: { type: 'object', properties: { born: { type: 'integer', example: 2020 } } },
                },
              },
              encoding: { photo: { contentType: 'image/png, image/jpeg' }, tags: { contentType: 'text/*' } },
            },
          },
        },
        responses: {},
      },
    },
  },
  components: {
    requestBodies: {
      Pet: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
    },
    responses: { Text: { description: 'ok', content: { 'text/plain': { schema: { type: 'string' } } } } },
    schemas: {
      Pet: {
        allOf: [
          { $ref: '#/components/schemas/Base' },
          {
            type: 'object',
            required: ['name'],
            properties: {
              name: { type: 'string', description: 'Its name' },
              age: { type: 'integer', minimum: 0, maximum: 0 },
              born: { type: 'string', format: 'date' },
              parent: { $ref: '#/components/schemas/Pet' },
              friends: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
              kind: { oneOf: [{ type: 'string' }, { type: 'number' }] },
              owner: {
                nullable: true,
                type: 'object',
                properties: { email: { type: 'string', format: 'email' } },
              },
              password: { type: 'string', writeOnly: true },
            },
          },
        ],
      },
      Base: { type: 'object', required: ['id'], properties: { id: { type: 'integer', readOnly: true } } },
      Form: {
        type: 'object',
        required: ['a'],
        properties: {
          a: { type: 'string', example: 'x y' },
          b: { type: 'array', items: { type: 'integer' } },
        },
      },
    },
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer' },
      basic: { type: 'http', scheme: 'Basic' },
      key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      queryKey: { type: 'apiKey', in: 'query', name: 'api_key' },
      cookieKey: { type: 'apiKey', in: 'cookie', name: 'sid' },
      oauth: { type: 'oauth2', flows: {} },
      mtls: { type: 'mutualTLS' },
    },
  },
} as const;
