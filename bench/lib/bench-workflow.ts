import type { WrittenDocument } from '../../e2e/fixtures/api';

/** Returns requests in one line, in rows of twenty, each with a reference to the previous one. */
export function requestsInLine(count: number): WrittenDocument {
  const ids = Array.from({ length: count }, (_, index) => `b${index}`);
  const blocks = ids.map((id, index) => ({
    id,
    name: id,
    position: { x: (index % 20) * 328, y: Math.floor(index / 20) * 200 },
    type: index === 0 ? 'start' : 'api',
    config:
      index === 0
        ? {}
        : {
            url: `https://example.com/${id}/<${ids[index - 1]}.${index === 1 ? 'id?' : 'data.id'}>`,
            method: 'POST',
            headers: [{ key: 'X-Request', value: `{{MILLRACE_URL}} ${id}`, enabled: true }],
            body: { kind: 'json', value: `{"n": ${index}}` },
          },
  }));
  return {
    blocks: Object.fromEntries(blocks.map((block) => [block.id, block])),
    edges: ids.slice(1).map((id, index) => ({ id: `e${index}`, source: ids[index]!, target: id })),
  };
}
