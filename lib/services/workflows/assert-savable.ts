import { blockDefinitions } from '../../core/blocks/registry/definitions';
import { checkWorkflowSteps, type KnownNames } from '../../core/workflow/check-workflow';
import type { WorkflowDocument, WorkflowProblem } from '../../core/workflow/schema';
import { AppError, type FieldIssue } from '../../platform/errors';
import { giveWay, inSlices } from '../../platform/in-slices';
import { isStorable, someText } from '../../platform/text/storable-text';

const isSlip = ({ code }: WorkflowProblem): boolean => code === 'CONFIG_KEY_UNKNOWN';
const ALL_SLIPS = { isWanted: isSlip, most: Number.POSITIVE_INFINITY };

/** Nobody reads more issues, so no more are created. */
const MOST_ISSUES = 100;

/** The block's property a problem concerns, if the problem names only the block. */
const MEMBER: Readonly<Record<string, string>> = {
  NAME_DUPLICATE: 'name',
  BLOCK_TYPE_UNKNOWN: 'type',
  BLOCK_ID_MISMATCH: 'id',
};

/**
 * Throws the problems that keep a document from being saved, one issue each, by their path in the body. An
 * unknown setting is most likely a typing error; if the stored document has it in the same place it has
 * done no harm so far, and its author could not remove it. `readStored` is called for such settings only.
 *
 * @throws AppError invalid_request
 */
export async function assertSavable(
  document: WorkflowDocument,
  readStored?: () => Promise<WorkflowDocument>,
): Promise<void> {
  const refusals = (harmless: ReadonlySet<string>) =>
    findProblems(
      document,
      (problem) => problem.refuses || (isSlip(problem) && !harmless.has(placeOf(problem))),
    );
  let found = await refusals(new Set());
  if (readStored !== undefined && found.some(isSlip)) {
    const old = await inSlices(checkWorkflowSteps(allOn(await readStored()), {}, ALL_SLIPS));
    found = await refusals(new Set(old.map(placeOf)));
  }
  const issues = issuesOf(found, document);
  await giveWay();
  if (someText(document, (text) => !isStorable(text)))
    issues.push({
      param: 'document',
      code: 'TEXT_NOT_STORABLE',
      message: 'It contains a NUL character or half of a surrogate pair; remove it.',
      docs: codeGuide('TEXT_NOT_STORABLE'),
    });
  assertNone(issues, found.length, 'The workflow can’t be saved');
}

/** Returns the wanted problems: all up to `MOST_ISSUES`, and then some more. */
export const findProblems = (
  document: WorkflowDocument,
  isWanted: (problem: WorkflowProblem) => boolean,
  known?: KnownNames,
): Promise<WorkflowProblem[]> =>
  inSlices(checkWorkflowSteps(document, known, { isWanted, most: MOST_ISSUES }));

/** Returns the issues that are reported, up to the maximum. */
export const issuesOf = (problems: readonly WorkflowProblem[], document: WorkflowDocument): FieldIssue[] =>
  problems.slice(0, MOST_ISSUES).map((problem) => issueOf(problem, document));

/** `found`: the number of problems of which these are the first. @throws AppError invalid_request */
export function assertNone(issues: readonly FieldIssue[], found: number, what: string): void {
  const [first] = issues;
  if (first === undefined) return;
  const count = Math.max(found, issues.length);
  const others = count > MOST_ISSUES ? `more than ${MOST_ISSUES - 1}` : count - 1;
  const more = count === 1 ? '' : ` (and ${others} more)`;
  throw new AppError('invalid_request', `${what}: ${first.message}${more}`, {
    issues: issues.slice(0, MOST_ISSUES),
  });
}

/** Enables all blocks, because disabled ones are not checked. */
function allOn(document: WorkflowDocument): WorkflowDocument {
  const blocks = Object.entries(document.blocks).map(([id, block]) => [id, { ...block, enabled: true }]);
  return { ...document, blocks: Object.fromEntries(blocks) };
}

const placeOf = ({ blockId, message }: WorkflowProblem): string => `${blockId} ${message}`;

/** Returns the issue, by its path in the body of a save. */
function issueOf(problem: WorkflowProblem, document: WorkflowDocument): FieldIssue {
  const { code, message } = problem;
  const param = ['document', ...pathOf(problem, document)].join('.');
  return { param, code, message, docs: guideOf(problem, document) };
}

/** Returns the page of the block for a problem of its settings, and otherwise the place of the code. */
function guideOf({ code, blockId, field }: WorkflowProblem, document: WorkflowDocument): string {
  const type = blockId === undefined ? undefined : document.blocks[blockId]?.type;
  if (code.startsWith('CONFIG_') && field !== undefined && type !== undefined && blockDefinitions.has(type))
    return `/docs/guide/blocks/${type}#settings-in-documents`;
  return codeGuide(code);
}

const codeGuide = (code: string): string => `/docs/guide/error-codes#${code.toLowerCase()}`;

function pathOf({ code, blockId, edgeId, field }: WorkflowProblem, document: WorkflowDocument): string[] {
  if (edgeId !== undefined) return ['edges', String(document.edges.findLastIndex(({ id }) => id === edgeId))];
  if (blockId === undefined) return [];
  const member = field === undefined ? MEMBER[code] : `config.${field}`;
  return ['blocks', blockId, ...(member === undefined ? [] : [member])];
}
