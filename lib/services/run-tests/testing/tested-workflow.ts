import { WorkflowDocument } from '../../../core/workflow/schema';

const position = { x: 0, y: 0 };

/**
 * Start → draw → fetch → answer: code with the time and random numbers, a request with a secret, and a
 * response with values of both. `configs` replaces the config of a block; `more` adds a request before the
 * answer.
 */
export function testedDocument(origin: string, configs: Record<string, object> = {}): WorkflowDocument {
  const block = (id: string, type: string, config: object) => [
    id,
    { id, type, name: id, position, config: configs[id] ?? config },
  ];
  const chain = ['start', 'draw', 'fetch', ...(configs.more ? ['more'] : []), 'answer'];
  return WorkflowDocument.parse({
    blocks: Object.fromEntries([
      block('start', 'start', {}),
      block('draw', 'function', {
        code: 'return { n: Math.random(), id: crypto.randomUUID(), at: new Date().toISOString() };',
      }),
      block('fetch', 'api', {
        method: 'POST',
        url: `${origin}/items?size=<start.size?>`,
        headers: [{ key: 'x-token', value: '{{TOKEN}}' }],
        body: { kind: 'json', value: '{"id": "<draw.result.id>", "name": "<start.name?>"}' },
      }),
      ...(configs.more ? [block('more', 'api', {})] : []),
      block('answer', 'response', {
        body: '{"total": <fetch.data.total>, "n": <draw.result.n>, "at": "<draw.result.at>"}',
      }),
    ]),
    edges: chain.slice(1).map((target, index) => ({ id: `e${index}`, source: chain[index], target })),
  });
}
