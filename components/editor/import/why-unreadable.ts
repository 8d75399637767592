import { explainForeignWorkflow } from '@/lib/core/workflow/foreign-workflow';
import { allImporters } from './find-importer';

const LABELS = [...new Set(allImporters().map(({ importer }) => importer.label))];

/** What can be imported, in words. */
export const IMPORTED_KINDS = `${LABELS.slice(0, -1).join(', ')} or ${LABELS.at(-1)}`;

/** Says why nothing can be made of a text. */
export function whyUnreadable(text: string): string {
  const foreign = explainForeignWorkflow(jsonOf(text));
  return foreign === null
    ? `This is neither blocks of a workflow nor ${LABELS.join(', ')}.`
    : `This ${foreign}`;
}

function jsonOf(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Then it is no workflow of any tool.
  }
}
