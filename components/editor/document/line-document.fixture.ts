import type { WorkflowDocument } from '@/lib/core/workflow/schema';

/** Start → fetch → answer, as the tests of the editor use it. */
export function lineDocument(): WorkflowDocument {
  return {
    blocks: {
      a: {
        id: 'a',
        type: 'start',
        name: 'start',
        position: { x: 0, y: 0 },
        enabled: true,
        config: { fields: [{ name: 'id', type: 'string', required: true }] },
      },
      b: {
        id: 'b',
        type: 'api',
        name: 'fetch user',
        position: { x: 328, y: 0 },
        enabled: true,
        config: {
          url: 'https://example.com/users/<start.id>',
          headers: [{ key: 'X-Id', value: '<start.id> and \\<start.id>', enabled: true }],
        },
      },
      c: {
        id: 'c',
        type: 'response',
        name: 'answer',
        position: { x: 656, y: 0 },
        enabled: true,
        config: { body: '{"user": <FetchUser.data.name>}' },
      },
    },
    edges: [
      { id: 'e1', source: 'a', sourceHandle: 'out', target: 'b', targetHandle: 'in' },
      { id: 'e2', source: 'b', sourceHandle: 'out', target: 'c', targetHandle: 'in' },
    ],
    schemaVersion: 1,
    loops: {},
    parallels: {},
  };
}
