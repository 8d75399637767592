import { CONCEALED } from '../references/credentials';
import { type DocumentDiff, diffDocuments, type FieldChange } from './diff-documents';
import type { WorkflowDocument } from './schema';

/**
 * Returns the differences between the document in a log, which has no typed credentials, and another: where
 * one is concealed, only the text around it is compared. No credential is in the result.
 */
export function diffWithLog(logged: WorkflowDocument, other: WorkflowDocument): DocumentDiff {
  const { blocks, settings, ...diff } = diffDocuments(logged, other);
  return {
    ...diff,
    settings: settings.flatMap(comparable),
    blocks: blocks.flatMap((block) => {
      const fields = block.fields.flatMap(comparable);
      return block.kind === 'changed' && fields.length === 0 ? [] : [{ ...block, fields }];
    }),
  };
}

function comparable(change: FieldChange): FieldChange[] {
  const { before, after } = change;
  if (typeof before !== 'string' || !before.includes(CONCEALED)) return [change];
  if (typeof after !== 'string') return [{ ...change, after: after === undefined ? after : CONCEALED }];
  return isOfConcealed(before, after) ? [] : [{ ...change, after: CONCEALED }];
}

/** True if `text` is `concealed` with something in each place that is concealed. */
function isOfConcealed(concealed: string, text: string): boolean {
  const [first = '', ...others] = concealed.split(CONCEALED);
  const last = others.pop() ?? '';
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at + last.length <= text.length;
}
