import { toast } from 'sonner';
import {
  type BlockImporter,
  ImportError,
  type ImportResult,
  type ImportSource,
} from '@/lib/core/blocks/import-export';
import { countOf } from '../../ui/format-quantity';
import type { EditorStore } from '../store/editor-store';
import type { ImportTarget } from '../store/import-target';
import type { FoundImporter } from './find-importer';
import { dropRows, importBlocks } from './import-actions';
import { distinctVariables } from './imported-variables';

const OFFER_MS = 30_000;
const NOTES_MS = 12_000;

/** A text to import, and the parts of it that were chosen. */
interface TextToImport extends ImportSource {
  text: string;
  /** Ids of several parts, in the order of their blocks. */
  choices?: readonly string[];
}

/**
 * Imports a text into the workflow and reports the result; offers to move credentials away. Returns true if
 * there is a block.
 */
export async function readImport(
  store: EditorStore,
  { definition, importer }: FoundImporter,
  source: TextToImport,
  target: ImportTarget,
): Promise<boolean> {
  try {
    const results = await readParts(importer, source);
    const imported = importBlocks(store, definition, results, target);
    if ('refusal' in imported) {
      toast.warning(imported.refusal);
      return false;
    }
    const made = imported.blockIds.flatMap((blockId, index) => {
      const result = results[index];
      return result === undefined ? [] : [{ blockId, result }];
    });
    sayImported(store, made);
    offerToDropNoise(store, made);
    offerVariables(store, made);
    return true;
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    toast.error(error.message);
    return false;
  }
}

async function readParts(
  importer: BlockImporter,
  { text, choices, ...from }: TextToImport,
): Promise<ImportResult[]> {
  if (importer.readAll !== undefined) return importer.readAll(text);
  if (choices === undefined) return [await importer.read(text, from)];
  const results: ImportResult[] = [];
  for (const choice of choices) results.push(await importer.read(text, { ...from, choice }));
  return results;
}

type Made = ReadonlyArray<{ blockId: string; result: ImportResult }>;

function sayImported(store: EditorStore, made: Made): void {
  const secrets = made.flatMap(({ blockId, result }) => result.secrets.map((one) => ({ ...one, blockId })));
  const notes = [...new Set(made.flatMap(({ result }) => notesOf(result)))].join(' ');
  const done = made.length === 1 ? 'Imported' : `Imported ${made.length} requests, one block each`;
  if (secrets.length === 0) {
    if (notes === '') toast.success(done);
    else toast.warning(`${done}, with notes`, { description: notes, duration: NOTES_MS });
    return;
  }
  const isOne = secrets.length === 1;
  toast.warning(
    isOne
      ? `${done}; a token is stored as plain text`
      : `${done}; ${secrets.length} tokens are stored as plain text`,
    {
      description: `Everyone who can open this workflow can read ${isOne ? 'it' : 'them'}. ${notes}`.trim(),
      duration: OFFER_MS,
      action: {
        label: isOne ? 'Move token to a variable' : 'Move tokens to variables',
        onClick: () => store.setState({ secretsToMove: secrets }),
      },
    },
  );
}

/** Returns the warnings, and the variables that are read with their values in the source. */
function notesOf({ warnings, variables = [] }: ImportResult): string[] {
  if (variables.length === 0) return warnings;
  const named = variables.map(({ name, value }) => (value === '' ? name : `${name} (${value.slice(0, 80)})`));
  return [...warnings, `It reads these variables: ${named.join(', ')}.`];
}

/** Offers to create the variables that the source has values for. */
function offerVariables(store: EditorStore, made: Made): void {
  const variables = distinctVariables(made.flatMap(({ result }) => result.variables ?? []));
  if (!variables.some(({ value }) => value !== '')) return;
  toast.info(`The import reads ${countOf(variables.length, 'variable')}`, {
    description: variables.map(({ name }) => name).join(', '),
    duration: OFFER_MS,
    action: {
      label: 'Create with values',
      onClick: () => store.setState({ importedVariables: variables }),
    },
  });
}

/** Offers to remove the headers that only a browser needs, in one step. */
function offerToDropNoise(store: EditorStore, made: Made): void {
  const noisy = made.flatMap(({ blockId, result }) => (result.noise ? [{ blockId, ...result.noise }] : []));
  const count = noisy.reduce((sum, { keys }) => sum + keys.length, 0);
  if (count === 0) return;
  toast.info(`${countOf(count, 'header')} that only browsers need`, {
    description: [...new Set(noisy.flatMap(({ keys }) => keys))].join(', '),
    duration: OFFER_MS,
    action: { label: 'Remove them', onClick: () => dropRows(store, noisy) },
  });
}
