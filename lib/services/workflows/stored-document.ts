import { mapDocumentCredentials } from '../../core/engine/masker';
import { withContainers, withoutContainers } from '../../core/workflow/containers';
import { migrateDocument } from '../../core/workflow/migrate-document';
import type { WorkflowDocument } from '../../core/workflow/schema';
import { openText, sealText } from '../../platform/encryption/sealed-text';

const contextOf = (workflowId: string): string => `workflow ${workflowId}`;

/**
 * Returns the document as it is stored, with typed credentials sealed in place. The same object if there
 * are none.
 */
export function sealDocument(workflowId: string, document: WorkflowDocument): WorkflowDocument {
  const sealOne = (text: string): string => sealText(text, contextOf(workflowId));
  return mapDocumentCredentials(withoutContainers(document), sealOne, sealOne);
}

/** Returns the document as its authors know it, with each config in this version's form. */
export function openDocument(workflowId: string, stored: unknown): WorkflowDocument {
  return withContainers(migrateDocument(unsealDocument(workflowId, stored)));
}

/** Returns the document as it was saved, perhaps by an older version. */
export function unsealDocument(workflowId: string, stored: unknown): WorkflowDocument {
  // It was validated by `WorkflowDocument` when it was saved.
  const document = stored as WorkflowDocument;
  const context = contextOf(workflowId);
  return { ...document, blocks: openValue(document.blocks, context) as WorkflowDocument['blocks'] };
}

function openValue(value: unknown, context: string): unknown {
  if (typeof value === 'string') return openText(value, context);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const opened = value.map((item) => openValue(item, context));
    return opened.some((item, index) => item !== value[index]) ? opened : value;
  }
  let changed = false;
  const entries = Object.entries(value);
  for (const entry of entries) {
    const opened = openValue(entry[1], context);
    changed ||= opened !== entry[1];
    entry[1] = opened;
  }
  return changed ? Object.fromEntries(entries) : value;
}
