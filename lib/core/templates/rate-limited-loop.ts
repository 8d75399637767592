import { bearer, documentOf, jsonBody, note, plain, secret, type WorkflowTemplate } from './template';

export const rateLimitedLoop: WorkflowTemplate = {
  id: 'rate-limited-loop',
  name: 'Many requests within a rate limit',
  about: 'Updates a long list through an API that allows a few requests a second, and reports what failed.',
  category: 'reliability',
  words: ['throttle', '429', 'bulk', 'batch', 'quota'],
  variables: [
    plain('LISTS_URL', 'Where the API with the limit is', 'https://api.example.com'),
    secret('LISTS_TOKEN', 'Token for that API, sent as Bearer'),
  ],
  document: documentOf(
    {
      about: note(
        'The rate in the settings of “update” holds for all runs of the workspace together. Requests wait ' +
          'their turn, also after a 429 with Retry-After.',
      ),
      start: {
        type: 'start',
        at: [0, 0],
        config: {
          fields: [
            { name: 'ids', type: 'array', required: true, description: 'Ids of contacts' },
            { name: 'tag', type: 'string', default: 'customer' },
          ],
        },
      },
      each: {
        type: 'parallel',
        at: [1, 0],
        config: {
          kind: 'collection',
          items: '<start.ids>',
          concurrency: 4,
          result: '<update.status>',
          onError: 'collect',
        },
      },
      update: {
        type: 'api',
        in: 'each',
        at: [0, 0],
        config: {
          method: 'PATCH',
          url: '{{LISTS_URL}}/contacts/<parallel.item>',
          auth: bearer('{{LISTS_TOKEN}}'),
          body: jsonBody('{"tag": "<start.tag>"}'),
          rate: { max: 10, per: 'second' },
          failOnStatus: true,
        },
      },
      response: {
        type: 'response',
        at: [2.4, 0],
        config: { body: '{"count": <each.count>, "failed": <each.errors>}' },
      },
    },
    ['start > each', 'each > response'],
  ),
};
