import { MAX_WORKFLOW_REFERENCES } from '../../../core/workflow/reference-limits';
import { WorkflowDocument } from '../../../core/workflow/schema';

const BLOCKS = 1_000;
const EACH = MAX_WORKFLOW_REFERENCES / BLOCKS;

/** Returns a publishable workflow with the maximum number of references, to the blocks before each. */
export function fullOfReferences(path = ''): WorkflowDocument {
  const position = { x: 0, y: 0 };
  const ids = Array.from({ length: BLOCKS }, (_, index) => `b${index}`);
  const configOf = (block: number) => ({
    url: `https://example.com/${path}`,
    method: 'POST',
    body: { kind: 'raw', contentType: 'text/plain', value: block === 0 ? '' : referencesOf(block) },
  });
  const start = { id: 'start', type: 'start', name: 'start', position };
  const blocks = ids.map((id, index) => ({ id, type: 'api', name: id, position, config: configOf(index) }));
  return WorkflowDocument.parse({
    blocks: Object.fromEntries([start, ...blocks].map((block) => [block.id, block])),
    edges: ids.map((target, index) => ({ id: `e${index}`, source: ids[index - 1] ?? 'start', target })),
  });
}

const referencesOf = (block: number): string =>
  Array.from({ length: EACH }, (_, index) => `<b${Math.max(0, block - 1 - index)}.data.k${index}>`).join(' ');
