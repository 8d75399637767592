import { expect, test } from 'vitest';
import { asIntrospection, receivedSchema } from './introspection';

type Told = Parameters<typeof receivedSchema>[0];
const told = (output: unknown, responseBytes = 100) =>
  receivedSchema({ output, sizes: { requestBytes: 1, responseBytes }, span: {} as Told['span'] });

test('the request keeps where it goes and who sends it, and asks once', () => {
  const config = { url: 'https://a.test', auth: { kind: 'bearer', token: '{{T}}' }, retry: { max: 3 } };
  expect(asIntrospection(config, 'query')).toMatchObject({
    url: 'https://a.test',
    method: 'POST',
    auth: { kind: 'bearer', token: '{{T}}' },
    body: { kind: 'graphql', query: 'query' },
    retry: { when: 'never', max: 0 },
  });
  expect(asIntrospection({ method: 'PUT' }, 'query').method).toBe('PUT');
});

test('a schema is what the server told of it', () => {
  const data = { __schema: { types: [] } };
  expect(told({ status: 200, data: { data } })).toBe(data);
});

test('why there is none is said in words', () => {
  const refused = { status: 400, data: { errors: [{ message: 'introspection is disabled' }] } };
  expect(() => told(refused)).toThrow(/doesn’t share its schema: “introspection is disabled”.*syntax/);
  expect(() => told({ status: 401, data: null })).toThrow(/returned 401\. Check the block’s authentication/);
  for (const limited of [
    { status: 429 },
    { status: 403, headers: { 'retry-after': '30' } },
    { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '60' } },
  ])
    expect(() => told({ ...limited, data: null })).toThrow(/limits the rate of requests\. Wait a moment/);
  expect(() => told({ status: 404, data: 'Not found' })).toThrow('The server returned 404. Check the URL.');
  expect(() => told({ status: 200, data: { posts: [] } })).toThrow(/response is not GraphQL/);
  expect(() => told({ status: null, error: { message: 'It did not answer.' } })).toThrow(
    'It did not answer.',
  );
  expect(() => told({ status: 200, data: { data: { __schema: {} } } }, 9 * 1024 * 1024)).toThrow(
    /too large: 9/,
  );
  expect(() => told(null)).toThrow(/response is not GraphQL/);
});
