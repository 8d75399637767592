import { diffDocuments } from '../../../lib/core/workflow/diff-documents';
import { sameJson } from '../../../lib/core/workflow/same-json';
import { WorkflowDocument } from '../../../lib/core/workflow/schema';
import { parseWorkflowFile, printWorkflowFile } from '../../../lib/core/workflow/workflow-file';
import type { FuzzCase } from './cases';
import type { FuzzRecord } from './record';

/** In a browser, shorter work would already be noticeable; here the core is shared. */
const LONGEST_MS = 3_000;

/** Checks that the stored document equals the sent one. */
export function compareStored(
  record: FuzzRecord,
  { number, document }: FuzzCase,
  stored: WorkflowDocument,
): void {
  const sent = WorkflowDocument.safeParse(JSON.parse(document));
  if (!sent.success) {
    record.find(number, 'read', 'a document was saved that has not the shape of one');
    return;
  }
  for (const [id, block] of Object.entries(sent.data.blocks)) {
    const kept = stored.blocks[id];
    if (sameJson(block, kept)) continue;
    const [was, is] = [block, kept].map((one) => JSON.stringify(one)?.slice(0, 120));
    record.find(number, 'read', `a block was sent as ${was} and came back as ${is}`);
    return;
  }
}

/** Compares a version with the draft the way a browser does, and checks the time. */
export function diffWith(
  record: FuzzRecord,
  number: number,
  before: WorkflowDocument,
  after: WorkflowDocument,
): void {
  record.here(number, 'diff', () => diffDocuments(before, after));
  tellSlow(record, number);
}

/** @returns the file's text; null if it cannot be read again */
export function compareFile(record: FuzzRecord, number: number, stored: WorkflowDocument): string | null {
  const text = record.here(number, 'file', () => printWorkflowFile({ name: 'File', document: stored }));
  tellSlow(record, number);
  try {
    const read = record.here(number, 'file read', () => parseWorkflowFile(text, 'file.json'));
    tellSlow(record, number);
    const again = printWorkflowFile(read);
    if (again !== text) record.find(number, 'file', 'a workflow’s file is another once it has been read');
    return text;
  } catch (error) {
    record.find(number, 'file', `a workflow’s own file can’t be read: ${String(error).slice(0, 200)}`);
    return null;
  }
}

function tellSlow(record: FuzzRecord, number: number): void {
  const step = record.steps.at(-1);
  if (step !== undefined && step.ms > LONGEST_MS)
    record.find(number, step.what, `took ${Math.round(step.ms)} ms`);
}
