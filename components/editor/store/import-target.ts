import type { ImportedSecret } from '@/lib/core/blocks/import-export';
import type { InsertPlace } from '../document/insert-block';

/** The target of an import: a new block, or an existing one. `text`: the dialog's initial text. */
export type ImportTarget = { place: InsertPlace; text?: string } | { blockId: string };

/** Credentials that an import left in blocks, to be moved into variables. */
export type SecretsToMove = ReadonlyArray<ImportedSecret & { blockId: string }>;
