import { bearer, documentOf, jsonBody, note, plain, secret, type WorkflowTemplate } from './template';

const TARGET = { auth: bearer('{{TARGET_TOKEN}}'), failOnStatus: true };
const PRODUCT = jsonBody(
  '{"sku": "<loop.item.sku>", "name": "<loop.item.name>", "price": <loop.item.price>}',
);

export const nightlySync: WorkflowTemplate = {
  id: 'nightly-sync',
  name: 'Nightly sync of changes',
  about: 'Compares two systems each night: creates what is missing, updates what differs, leaves the rest.',
  category: 'data',
  words: ['schedule', 'upsert', 'replicate', 'products', 'cron'],
  variables: [
    plain('SOURCE_URL', 'URL of the API with the products', 'https://erp.example.com/api'),
    plain('TARGET_URL', 'URL of the API that they are copied to', 'https://shop.example.com/api'),
    secret('TARGET_TOKEN', 'Token for the target, sent as Bearer'),
  ],
  document: documentOf(
    {
      about: note(
        'Runs at 02:00 once it is published; Run starts it at once. Each product is looked up by its sku, ' +
          'so a second run changes nothing.',
      ),
      nightly: {
        type: 'schedule-trigger',
        at: [0, 0],
        config: { kind: 'cron', cron: '0 2 * * *', zone: 'UTC', overlap: 'skip' },
      },
      products: { type: 'api', at: [1, 0], config: { url: '{{SOURCE_URL}}/products', failOnStatus: true } },
      each: {
        type: 'loop',
        at: [2, 0],
        config: {
          kind: 'forEach',
          items: '<products.data>',
          result: '<decide.branch>',
          onError: 'collect',
        },
      },
      find: {
        type: 'api',
        in: 'each',
        at: [0, 0],
        config: {
          ...TARGET,
          url: '{{TARGET_URL}}/products',
          params: [{ key: 'sku', value: '<loop.item.sku>' }],
        },
      },
      decide: {
        type: 'condition',
        in: 'each',
        at: [1, 0],
        config: {
          branches: [
            { id: 'new', label: 'New', expression: '<find.data>.length === 0' },
            {
              id: 'changed',
              label: 'Changed',
              expression:
                '<find.data>[0].price !== <loop.item.price> || <find.data>[0].name !== <loop.item.name>',
            },
          ],
        },
      },
      create: {
        type: 'api',
        in: 'each',
        at: [2, 0],
        config: { ...TARGET, method: 'POST', url: '{{TARGET_URL}}/products', body: PRODUCT },
      },
      update: {
        type: 'api',
        in: 'each',
        at: [2, 1],
        config: {
          ...TARGET,
          method: 'PUT',
          url: '{{TARGET_URL}}/products/<find.data[0].id>',
          body: PRODUCT,
        },
      },
      summary: {
        type: 'function',
        at: [5.2, 0],
        config: {
          code: `const done = <each.results>;
return {
  created: done.filter((branch) => branch === 'new').length,
  updated: done.filter((branch) => branch === 'changed').length,
  unchanged: done.filter((branch) => branch === 'else').length,
  failed: <each.errors>,
};`,
        },
      },
      response: { type: 'response', at: [6.2, 0], config: { body: '<summary.result>' } },
    },
    [
      'nightly > products',
      'products > each',
      'find > decide',
      'decide:new > create',
      'decide:changed > update',
      'each > summary',
      'summary > response',
    ],
  ),
};
