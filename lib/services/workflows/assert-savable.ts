import { checkWorkflowSteps } from '../../core/workflow/check-workflow';
import type { WorkflowDocument, WorkflowProblem } from '../../core/workflow/schema';
import { AppError, type FieldIssue } from '../../platform/errors';
import { giveWay, inSlices } from '../../platform/in-slices';

// NUL and half surrogate pairs are JSON, but jsonb can't hold them. An even run of backslashes before is an
// escaped backslash.
const NOT_STORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

const SLIP = 'CONFIG_KEY_UNKNOWN';

/** Nobody reads more of them. */
export const MOST_ISSUES = 100;

/** Which member of the block a problem is about, where the problem names only the block. */
const MEMBER: Readonly<Record<string, string>> = {
  NAME_DUPLICATE: 'name',
  BLOCK_TYPE_UNKNOWN: 'type',
  BLOCK_ID_MISMATCH: 'id',
};

/**
 * Throws what keeps a document from being saved, one issue a problem, by its path in the body. A setting that
 * no block has is most likely a slip of the pen; one that the stored document has at the same place has done
 * no harm so far, and its author could not remove it. `readStored` is called for such a setting only.
 *
 * @throws AppError invalid_request
 */
export async function assertSavable(
  document: WorkflowDocument,
  readStored?: () => Promise<WorkflowDocument>,
): Promise<void> {
  const problems = await inSlices(checkWorkflowSteps(document));
  const found = problems.filter(({ refuses, code }) => refuses || code === SLIP);
  const isSlip = found.some(({ code }) => code === SLIP);
  const old =
    isSlip && readStored !== undefined ? await inSlices(checkWorkflowSteps(allOn(await readStored()))) : [];
  const harmless = new Set(old.filter(({ code }) => code === SLIP).map(placeOf));
  const issues = found
    .filter((problem) => problem.refuses || !harmless.has(placeOf(problem)))
    .map((problem) => issueOf(problem, document));
  await giveWay();
  if (NOT_STORABLE.test(JSON.stringify(document)))
    issues.push({
      param: 'document',
      code: 'TEXT_NOT_STORABLE',
      message: 'It contains a NUL character or half of a surrogate pair; remove it.',
    });
  const [first] = issues;
  if (first === undefined) return;
  const more = issues.length === 1 ? '' : ` (and ${issues.length - 1} more)`;
  throw new AppError('invalid_request', `The workflow can’t be saved: ${first.message}${more}`, {
    issues: issues.slice(0, MOST_ISSUES),
  });
}

/** Blocks that are switched off are not checked. */
function allOn(document: WorkflowDocument): WorkflowDocument {
  const blocks = Object.entries(document.blocks).map(([id, block]) => [id, { ...block, enabled: true }]);
  return { ...document, blocks: Object.fromEntries(blocks) };
}

const placeOf = ({ blockId, message }: WorkflowProblem): string => `${blockId} ${message}`;

/** By its path in the body of a save. */
export function issueOf(problem: WorkflowProblem, document: WorkflowDocument): FieldIssue {
  const { code, message } = problem;
  return { param: ['document', ...pathOf(problem, document)].join('.'), code, message };
}

function pathOf({ code, blockId, edgeId, field }: WorkflowProblem, document: WorkflowDocument): string[] {
  if (edgeId !== undefined) return ['edges', String(document.edges.findLastIndex(({ id }) => id === edgeId))];
  if (blockId === undefined) return [];
  const member = field === undefined ? MEMBER[code] : `config.${field}`;
  return ['blocks', blockId, ...(member === undefined ? [] : [member])];
}
