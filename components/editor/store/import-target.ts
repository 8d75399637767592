import type { ImportedSecret } from '@/lib/core/blocks/import-export';
import type { InsertPlace } from '../document/insert-block';

/** Where an import goes: a new block, or one that is there. `text`: what the dialog begins with. */
export type ImportTarget = { place: InsertPlace; text?: string } | { blockId: string };

/** Credentials an import left in blocks, to be moved into variables. */
export type SecretsToMove = ReadonlyArray<ImportedSecret & { blockId: string }>;
