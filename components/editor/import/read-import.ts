import { toast } from 'sonner';
import { ImportError, type ImportResult, type ImportSource } from '@/lib/blocks/block';
import type { EditorStore } from '../store/editor-store';
import type { FoundImporter } from './find-importer';
import { importBlock } from './import-actions';
import type { ImportTarget } from './import-target';

const OFFER_MS = 30_000;
const NOTES_MS = 12_000;

/** Reads a text into the workflow and says how it went; offers to move credentials away. True when there is a block. */
export async function readImport(
  store: EditorStore,
  { definition, importer }: FoundImporter,
  { text, ...from }: { text: string } & ImportSource,
  target: ImportTarget,
): Promise<boolean> {
  try {
    const result = await importer.read(text, from);
    const imported = importBlock(store, definition, result, target);
    if ('refusal' in imported) {
      toast.warning(imported.refusal);
      return false;
    }
    sayImported(store, imported.blockId, result);
    return true;
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    toast.error(error.message);
    return false;
  }
}

function sayImported(store: EditorStore, blockId: string, { secrets, warnings }: ImportResult): void {
  const notes = warnings.join(' ');
  if (secrets.length === 0) {
    if (notes === '') toast.success('Imported');
    else toast.warning('Imported, with notes', { description: notes, duration: NOTES_MS });
    return;
  }
  const isOne = secrets.length === 1;
  toast.warning(
    isOne
      ? 'Imported; a token stands in plain text'
      : `Imported; ${secrets.length} tokens stand in plain text`,
    {
      description: `Everybody who can open this workflow can read ${isOne ? 'it' : 'them'}. ${notes}`.trim(),
      duration: OFFER_MS,
      action: {
        label: isOne ? 'Move token to a variable' : 'Move tokens to variables',
        onClick: () => store.setState({ secretsToMove: { blockId, secrets } }),
      },
    },
  );
}
