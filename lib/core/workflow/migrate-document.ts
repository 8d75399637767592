import type { BlockDefinition } from '../blocks/block';
import { type BlockDefinitions, blockDefinitions } from '../blocks/registry/definitions';

/** The version of a document that doesn't state its `schemaVersion`. */
export const FIRST_SCHEMA_VERSION = 1;
/** The version that this Millrace writes. Raised by a change after which older configs need a migration. */
export const SCHEMA_VERSION = 1;

type Config = Record<string, unknown>;

interface AnyDocument {
  schemaVersion?: number;
  blocks: Record<string, { type: string; config: Config }>;
}

/**
 * Returns the document with each block's config as this version writes it. A newer one stays as it is:
 * `checkWorkflow` refuses it. All code that reads a document in (`WorkflowDocument`, storage, the
 * clipboard) calls this, so that nothing behind it sees an older config.
 */
export function migrateDocument<Document extends AnyDocument>(
  document: Document,
  definitions: BlockDefinitions = blockDefinitions,
  version = SCHEMA_VERSION,
): Document & { schemaVersion: number } {
  const from = document.schemaVersion ?? FIRST_SCHEMA_VERSION;
  if (from >= version) return { ...document, schemaVersion: from };
  const blocks = Object.entries(document.blocks).map(([id, block]) => {
    const config = migrateConfig(block.config, from, definitions.get(block.type));
    return [id, config === block.config ? block : { ...block, config }] as const;
  });
  return { ...document, blocks: Object.fromEntries(blocks), schemaVersion: version };
}

function migrateConfig(config: Config, from: number, definition: BlockDefinition | undefined): Config {
  return (definition?.migrations ?? [])
    .filter(({ to }) => to > from)
    .reduce((older, { migrate }) => migrate(older), config);
}

export const isNewer = ({ schemaVersion = FIRST_SCHEMA_VERSION }: Pick<AnyDocument, 'schemaVersion'>) =>
  schemaVersion > SCHEMA_VERSION;

/** Explains why a document that `isNewer` is refused. */
export const newerDocumentWords = (schemaVersion: unknown): string =>
  `The workflow was saved by a newer Millrace (schema version ${schemaVersion}); ` +
  `this one knows versions up to ${SCHEMA_VERSION}. Update Millrace, ` +
  'or reload the page if it was updated just now.';
