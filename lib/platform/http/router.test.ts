import { expect, test } from 'vitest';
import { readGuards } from '../../services/access/guards';
import { publicOperation } from '../../services/access/operation';
import { defineEndpoint, type Method } from './endpoint';
import { createRouter } from './router';

const at = (method: Method, path: string) =>
  publicOperation(
    defineEndpoint({ id: `${method} ${path}`, method, path, summary: '', tag: 't', auth: 'public' }),
    async () => undefined,
    { guards: readGuards({ none: 'It is a test.' }) },
  );

const router = createRouter([
  at('GET', '/api/v1/logs'),
  at('GET', '/api/v1/logs/{id}'),
  at('GET', '/api/v1/logs/executions/{executionId}'),
  at('PUT', '/api/v1/workflows/{id}'),
  at('DELETE', '/api/v1/workflows/{id}'),
]);

const found = (method: string, path: string) => {
  const match = router.match(method, path);
  return match === null ? null : [match.operation.endpoint.path, match.params];
};

test('fixed segments win over named ones', () => {
  expect(found('GET', '/api/v1/logs/42')).toEqual(['/api/v1/logs/{id}', { id: '42' }]);
  expect(found('GET', '/api/v1/logs/executions/7')).toEqual([
    '/api/v1/logs/executions/{executionId}',
    { executionId: '7' },
  ]);
  expect(found('GET', '/api/v1/logs/executions')).toEqual(['/api/v1/logs/{id}', { id: 'executions' }]);
});

test('parameters are decoded; broken encoding is the caller’s error', () => {
  expect(found('GET', '/api/v1/logs/a%2Fb')).toEqual(['/api/v1/logs/{id}', { id: 'a/b' }]);
  expect(() => router.match('GET', '/api/v1/logs/%E0%A4%A')).toThrow(
    expect.objectContaining({ code: 'invalid_request' }),
  );
});

test('an unknown path is no match, an empty segment is not a name', () => {
  expect(found('GET', '/api/v1/nothing')).toBeNull();
  expect(found('GET', '/api/v1/logs/')).toBeNull();
  expect(found('GET', '/api/v1/logs/1/2')).toBeNull();
});

test('HEAD is GET; another method is refused with what is allowed', () => {
  expect(found('HEAD', '/api/v1/logs')).toEqual(['/api/v1/logs', {}]);
  expect(() => router.match('POST', '/api/v1/workflows/1')).toThrow(
    expect.objectContaining({ code: 'method_not_allowed', headers: { allow: 'PUT, DELETE, OPTIONS' } }),
  );
});

test('what a path allows', () => {
  expect(router.allowed('/api/v1/logs')).toEqual(['GET', 'HEAD', 'OPTIONS']);
  expect(router.allowed('/api/v1/workflows/1')).toEqual(['PUT', 'DELETE', 'OPTIONS']);
  expect(router.allowed('/api/v1/nothing')).toEqual([]);
});
