import { expect, test } from 'vitest';
import { diffWithLog } from './diff-with-log';
import { WorkflowDocument } from './schema';

const document = (token: unknown, url = 'https://example.com') =>
  WorkflowDocument.parse({
    blocks: {
      api: {
        id: 'api',
        type: 'api',
        name: 'api',
        position: { x: 0, y: 0 },
        config: { url, headers: [{ key: 'Authorization', value: token }] },
      },
    },
    edges: [],
  });

test.each([
  ['Bearer ***', 'Bearer sk-live-1'],
  ['***', 'sk-live-1'],
  ['a=***&b=***&c', 'a=one&b=two&c'],
])('%s is the same as %s', (logged, typed) => {
  expect(diffWithLog(document(logged), document(typed)).blocks).toEqual([]);
});

test.each([
  ['Bearer ***', 'Basic sk-live-1'],
  ['a=***&b=***&c', 'a=sk-live-1&c'],
])('%s is changed to %s, without showing it', (logged, typed) => {
  const { blocks } = diffWithLog(document(logged), document(typed));
  expect(blocks[0]?.fields).toEqual([{ path: 'config.headers[0].value', before: logged, after: '***' }]);
});

test('other changes of the block stay, and what a credential became is not shown', () => {
  const { blocks } = diffWithLog(document('***'), document('sk-live-1', 'https://other.example'));
  expect(blocks[0]?.fields.map(({ path }) => path)).toEqual(['config.url']);
  const object = diffWithLog(document('***'), document({ secret: 'sk-live-1' }));
  expect(JSON.stringify(object)).not.toContain('sk-live');
});
