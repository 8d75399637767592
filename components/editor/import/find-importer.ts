import type { BlockImporter } from '@/lib/core/blocks/import-export';
import { type AnyDefinition, allDefinitions } from '../document/definition-of';

export interface FoundImporter {
  definition: AnyDefinition;
  importer: BlockImporter;
}

export function allImporters(): FoundImporter[] {
  return allDefinitions().flatMap((definition) =>
    (definition.importers ?? []).map((importer) => ({ definition, importer })),
  );
}

/** Who can make a block of this text; of one kind of block when `type` is given. */
export function findImporter(text: string, type?: string): FoundImporter | undefined {
  return allImporters().find(
    ({ definition, importer }) => (type === undefined || definition.type === type) && importer.accepts(text),
  );
}
