import type { WorkflowDocument } from '@/lib/core/workflow/schema';

/** Start → each (first → inner (call)) → after: a parallel in a loop, as the tests of the editor use it. */
export function loopDocument(): WorkflowDocument {
  const block = (id: string, type: string, x: number, y: number, parentId?: string) => ({
    id,
    type,
    name: id,
    position: { x, y },
    enabled: true,
    config: {} as Record<string, unknown>,
    ...(parentId === undefined ? {} : { parentId }),
  });
  const edge = (id: string, source: string, target: string) => ({
    id,
    source,
    sourceHandle: 'out',
    target,
    targetHandle: 'in',
  });
  const url = 'https://example.com/';
  return {
    blocks: {
      start: block('start', 'start', 0, 0),
      each: { ...block('each', 'loop', 328, 0), config: { items: '<start.list>' } },
      first: { ...block('first', 'api', 24, 700, 'each'), config: { url } },
      inner: { ...block('inner', 'parallel', 24, 96, 'each'), config: { items: '<loop.item>' } },
      call: { ...block('call', 'api', 24, 88, 'inner'), config: { url } },
      after: block('after', 'response', 2_000, 0),
    },
    edges: [edge('e1', 'start', 'each'), edge('e2', 'each', 'after'), edge('e3', 'first', 'inner')],
    schemaVersion: 1,
    loops: {},
    parallels: {},
  };
}
