import { blockDefinitions } from '@/lib/core/blocks/registry/definitions';
import { SCHEMA_VERSION } from '@/lib/core/workflow/migrate-document';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';

/** Returns the document of a new workflow: the block that starts a run, with its defaults. */
export function starterDocument(): WorkflowDocument {
  const first = [...blockDefinitions.values()].find((definition) => !definition.hasInput);
  const config = first?.config.safeParse({});
  const empty: WorkflowDocument = {
    schemaVersion: SCHEMA_VERSION,
    blocks: {},
    edges: [],
    loops: {},
    parallels: {},
  };
  if (!first || !config?.success) return empty;
  const block = {
    id: 'b1',
    type: first.type,
    name: first.title.toLowerCase(),
    position: { x: 0, y: 0 },
    enabled: true,
    config: config.data as Record<string, unknown>,
  };
  return { ...empty, blocks: { [block.id]: block } };
}
