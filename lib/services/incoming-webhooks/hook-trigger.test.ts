import { expect, it } from 'vitest';
import { compileWorkflow } from '../../core/engine/compile-workflow';
import { WorkflowDocument } from '../../core/workflow/schema';
import { checkFor, hookTrigger } from './hook-trigger';

function triggerOf(config: object, response: object = {}) {
  const position = { x: 0, y: 0 };
  const document = WorkflowDocument.parse({
    blocks: {
      hook: { id: 'hook', type: 'webhook-trigger', name: 'hook', position, config },
      r: { id: 'r', type: 'response', name: 'r', position, config: response },
    },
    edges: [{ id: 'e', source: 'hook', sourceHandle: 'out', target: 'r' }],
  });
  return hookTrigger(compileWorkflow(document), 'hook')!;
}

it('the raw body is kept only where a block names it', () => {
  expect(triggerOf({}).keepsRawBody).toBe(false);
  expect(triggerOf({}, { body: '<hook.rawBody.text>' }).keepsRawBody).toBe(true);
  expect(triggerOf({}, { headers: [{ key: 'X', value: '<hook.rawBody.base64>' }] }).keepsRawBody).toBe(true);
});

it('each method has the check that is meant for it', () => {
  const check = { kind: 'github', token: 'a' };
  const otherCheck = { kind: 'query', token: 'b' };
  const all = triggerOf({ methods: 'any', check, otherCheck });
  expect(['GET', 'POST', 'HEAD'].map((method) => checkFor(all, method).kind)).toEqual(
    Array.from({ length: 3 }, () => 'github'),
  );
  const posts = triggerOf({ methods: 'any', check, checkedMethods: 'post, PUT', otherCheck });
  expect(['POST', 'PUT', 'GET'].map((method) => checkFor(posts, method).kind)).toEqual([
    'github',
    'github',
    'query',
  ]);
});

it('pages are of the origins that are chosen, or that a Response block names', () => {
  const headers = [{ key: 'access-control-allow-origin', value: 'https://a.example' }];
  expect(triggerOf({ allowedOrigins: 'HTTPS://B.example:443 *' }).origins).toEqual([
    'https://b.example',
    '*',
  ]);
  expect(triggerOf({ answer: 'response' }, { headers }).origins).toEqual(['https://a.example']);
  expect(triggerOf({ allowedOrigins: '*', answer: 'response' }, { headers }).origins).toEqual(['*']);
  expect(triggerOf({ answer: 'accepted' }, { headers }).origins).toEqual([]);
  const off = headers.map((row) => ({ ...row, enabled: false }));
  expect(triggerOf({ answer: 'response' }, { headers: off }).origins).toEqual([]);
  const referenced = [{ key: 'Access-Control-Allow-Origin', value: '<hook.headers.origin>' }];
  expect(triggerOf({ answer: 'response' }, { headers: referenced }).origins).toEqual([]);
});
