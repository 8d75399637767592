import { isStorable } from '../../platform/text/storable-text';
import { blockDefinitions } from '../blocks/registry/definitions';
import { checkWorkflowSteps, type KnownNames } from '../workflow/check-workflow';
import { fieldOfPlace, WorkflowDocument, type WorkflowProblem } from '../workflow/schema';
import type { Steps } from '../workflow/steps';
import { applyChange } from './apply-change';
import { AssistantAnswer, type ChangedBlock, type ProposedChange } from './change';
import type { HiddenValues } from './hidden-values';

/** A longer text is rejected as no answer to the question. */
export const MAX_ANSWER_CHARACTERS = 300_000;
const MAX_TEXT_CHARACTERS = 60_000;
const MAX_DEPTH = 24;
const MAX_PROBLEMS = 12;
const FENCED = /^```[a-z]*\n([\s\S]*)\n```$/i;
const UNSAFE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export type ReadAnswer =
  | { ok: true; explanation: string; change: ProposedChange | null; notes: string[] }
  /** Problems worded so that both the model and the author can act on them. */
  | { ok: false; problems: string[] };

export interface AnswerSurroundings {
  document: WorkflowDocument;
  hidden: HiddenValues;
  known: KnownNames;
}

/**
 * Reads a model's answer into a change that could be saved; the text is untrusted until it has passed
 * every check. Runs in short steps, since the document around it may be large.
 */
export function* readAnswer(text: string, around: AnswerSurroundings): Steps<ReadAnswer> {
  const data = parsed(text);
  if (typeof data === 'string') return { ok: false, problems: [data] };
  const read = AssistantAnswer.safeParse(data.value);
  if (!read.success) {
    const problems = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    return { ok: false, problems: problems.slice(0, MAX_PROBLEMS) };
  }
  const { explanation, change } = read.data;
  if (change === null || isEmpty(change)) return { ok: true, explanation, change: null, notes: [] };
  const problems = change.blocks.flatMap((block) => problemsOfBlock(block, around));
  const restored = { ...change, blocks: change.blocks.map((block) => restore(block, around, problems)) };
  problems.push(...problemsOfEdges(restored, around));
  if (problems.length > 0) return { ok: false, problems: problems.slice(0, MAX_PROBLEMS) };
  return yield* checked(explanation, restored, around);
}

function parsed(text: string): { value: unknown } | string {
  if (text.length > MAX_ANSWER_CHARACTERS) return 'It is far too long.';
  const trimmed = text.trim();
  let value: unknown;
  try {
    value = JSON.parse(FENCED.exec(trimmed)?.[1] ?? trimmed);
  } catch {
    return 'It is not JSON.';
  }
  return whyUnsafe(value, 0) ?? { value };
}

function whyUnsafe(value: unknown, depth: number): string | null {
  if (depth > MAX_DEPTH) return `It is nested more than ${MAX_DEPTH} levels deep.`;
  if (typeof value === 'string') return whyNotText(value);
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, item] of Object.entries(value)) {
    if (UNSAFE_NAMES.has(key)) return `Nothing can be named "${key}".`;
    const problem = whyNotText(key) ?? whyUnsafe(item, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}

/** NUL and half of a surrogate pair are valid JSON that can't be stored. */
function whyNotText(text: string): string | null {
  if (text.length > MAX_TEXT_CHARACTERS) return `A text has more than ${MAX_TEXT_CHARACTERS} characters.`;
  return isStorable(text) ? null : 'A text has a character that can’t be stored.';
}

const isEmpty = ({ blocks, removedBlocks, edges, removedEdges }: ProposedChange): boolean =>
  blocks.length + removedBlocks.length + edges.length + removedEdges.length === 0;

function problemsOfBlock(
  { id, type, name, parentId }: ChangedBlock,
  { document }: AnswerSurroundings,
): string[] {
  const before = document.blocks[id];
  if (before === undefined) {
    if (type === undefined || name === undefined)
      return [`Block "${id}": a new block needs "type" and "name".`];
    return blockDefinitions.has(type) ? [] : [`Block "${id}": there is no type "${type}".`];
  }
  const problems: string[] = [];
  if (type !== undefined && type !== before.type)
    problems.push(`Block "${id}" is of type "${before.type}", which can't change; make a new block instead.`);
  if (name !== undefined && name !== before.name)
    problems.push(`Block "${id}" is named "${before.name}"; its name stays.`);
  if (parentId !== undefined && parentId !== before.parentId)
    problems.push(`Block "${id}" can't be moved into another container; make a new block instead.`);
  return problems;
}

/** Replaces marks by their values; adds a problem for each setting with a mark that stood elsewhere. */
function restore(
  block: ChangedBlock,
  { document, hidden }: AnswerSurroundings,
  problems: string[],
): ChangedBlock {
  const config = Object.entries(block.config).map(([field, wanted]) => {
    const restored = hidden.restore(document.blocks[block.id], field, wanted);
    if (restored !== null) return [field, restored.value];
    problems.push(
      `Block "${block.id}", ${field}: [[hidden-…]] can only be left in the setting where it stands.`,
    );
    return [field, wanted];
  });
  return { ...block, config: Object.fromEntries(config) };
}

/** Returns a problem for each connection or removal of an unknown block, which would silently do nothing. */
function problemsOfEdges(change: ProposedChange, { document }: AnswerSurroundings): string[] {
  const known = new Set([...Object.keys(document.blocks), ...change.blocks.map(({ id }) => id)]);
  for (const id of change.removedBlocks) known.delete(id);
  const unknown = change.edges
    .flatMap(({ source, target }) => [source, target])
    .filter((id) => !known.has(id));
  const notThere = change.removedBlocks.filter((id) => document.blocks[id] === undefined);
  return [
    ...new Set(unknown.map((id) => `A connection names the block "${id}", which isn't there.`)),
    ...notThere.map((id) => `"removedBlocks" names "${id}", which isn't there.`),
  ];
}

/** Problems left for the author: the change can be saved, and the proposal lists them. */
const LEFT_TO_DO: ReadonlySet<string> = new Set(['VARIABLE_NOT_FOUND', 'CONNECTION_NOT_FOUND']);
const SLIP = 'CONFIG_KEY_UNKNOWN';

function* checked(
  explanation: string,
  change: ProposedChange,
  around: AnswerSurroundings,
): Steps<ReadAnswer> {
  const { document, known } = around;
  const read = WorkflowDocument.safeParse(applyChange(document, change));
  if (!read.success) {
    const problems = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    return { ok: false, problems: problems.slice(0, MAX_PROBLEMS) };
  }
  yield;
  const were = new Set((yield* checkWorkflowSteps(document, known)).map(sameProblem));
  const after = yield* checkWorkflowSteps(read.data, known);
  const found = after.filter((problem) => !were.has(sameProblem(problem)));
  const wrong = found.filter(
    ({ code, severity, refuses }) =>
      refuses || code === SLIP || (severity === 'error' && !LEFT_TO_DO.has(code)),
  );
  if (wrong.length > 0)
    return { ok: false, problems: [...new Set(wrong.map(describeProblem))].slice(0, MAX_PROBLEMS) };
  return { ok: true, explanation, change, notes: [...new Set(found.map(({ message }) => message))] };
}

/** Ignores the place within a field, because rows may have been added above. */
const sameProblem = ({ blockId, field, message }: WorkflowProblem): string =>
  JSON.stringify([blockId, field === undefined ? null : fieldOfPlace(field), message]);

const describeProblem = ({ blockId, field, message }: WorkflowProblem): string =>
  [
    ...(blockId === undefined ? [] : [`Block "${blockId}"${field === undefined ? '' : `, ${field}`}:`]),
    message,
  ].join(' ');
