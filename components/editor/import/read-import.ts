import { toast } from 'sonner';
import { ImportError } from '@/lib/blocks/block';
import type { EditorStore } from '../store/editor-store';
import type { FoundImporter } from './find-importer';
import { importBlock } from './import-actions';
import type { ImportTarget } from './import-target';

const OFFER_MS = 30_000;

/** Reads a text into the workflow and says how it went; offers to move credentials away. True when there is a block. */
export async function readImport(
  store: EditorStore,
  { definition, importer }: FoundImporter,
  { text, choice }: { text: string; choice?: string },
  target: ImportTarget,
): Promise<boolean> {
  try {
    const result = await importer.read(text, choice);
    const imported = importBlock(store, definition, result, target);
    if ('refusal' in imported) {
      toast.warning(imported.refusal);
      return false;
    }
    const { secrets, warnings } = result;
    const [first] = secrets;
    if (warnings.length > 0)
      toast.warning('Imported, with notes', { description: warnings.join(' '), duration: OFFER_MS });
    if (first !== undefined)
      toast.info(
        secrets.length === 1
          ? 'A token stands in plain text'
          : `${secrets.length} tokens stand in plain text`,
        {
          id: 'move-secrets',
          description: 'Everybody who can open this workflow can read it.',
          duration: OFFER_MS,
          action: {
            label: secrets.length === 1 ? 'Move to a variable' : 'Move to variables',
            onClick: () => store.setState({ secretsToMove: { blockId: imported.blockId, secrets } }),
          },
        },
      );
    else if (warnings.length === 0) toast.success('Imported');
    return true;
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    toast.error(error.message);
    return false;
  }
}
