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

/** Returns the importer that accepts this text; only for one kind of block when `type` is given. */
export function findImporter(text: string, type?: string): FoundImporter | undefined {
  return allImporters().find(
    ({ definition, importer }) => (type === undefined || definition.type === type) && importer.accepts(text),
  );
}
