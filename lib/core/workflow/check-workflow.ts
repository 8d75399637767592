import { closest } from '../../platform/text/closest';
import { Auth } from '../blocks/auth';
import { compileField } from '../blocks/compile-field';
import type { Field } from '../blocks/field';
import { type BlockDefinitions, blockDefinitions } from '../blocks/registry/definitions';
import { knownHeads } from '../references/find-references';
import type { Reference } from '../references/grammar';
import { looksLikeVariable, variableNotFound } from '../references/read-variable';
import { slugOf } from '../references/slug';
import { type KnownHead, parseTemplate, type Template } from '../references/template';
import { checkReference, type Finding, type Surroundings } from './check-reference';
import { checkStructure } from './check-structure';
import { ancestryOf, graphOf } from './graph';
import { type ReadBlock, type ReadBlocksMemo, readBlock, readBlocks } from './read-blocks';
import type { Block, WorkflowDocument, WorkflowProblem } from './schema';

/** A document with what was found, so that the next one, which mostly differs in one block, needs little. */
interface Checked {
  document: WorkflowDocument;
  known: KnownNames;
  surroundings: Surroundings;
  isKnownHead: KnownHead;
  structure: readonly WorkflowProblem[];
  /** Of each block's config. */
  byBlock: Map<string, readonly WorkflowProblem[]>;
  problems: WorkflowProblem[];
}

/** What the workspace has; undefined while that is not known. */
export interface KnownNames {
  /** Names. */
  variables?: readonly string[] | undefined;
  /** Ids. */
  connections?: readonly string[] | undefined;
}

/**
 * Everything wrong with a document, in people's words; only problems that `refuses` keep it from being
 * saved.
 */
export const checkWorkflow = (document: WorkflowDocument, known?: KnownNames): WorkflowProblem[] =>
  createWorkflowCheck()(document, known);

/**
 * `checkWorkflow` for a document that changes a little at a time. A block whose config was changed is looked
 * at alone, as long as what others see of it stays; and the answer is the same object when nothing else is
 * wrong than before.
 */
export function createWorkflowCheck(definitions: BlockDefinitions = blockDefinitions) {
  const readMemo: ReadBlocksMemo = new WeakMap();
  let ownMemo = new WeakMap<Block, OwnFinding[]>();
  let namesBefore = '';
  let last: Checked | undefined;

  function checkAll(document: WorkflowDocument, known: KnownNames): Checked {
    const graph = graphOf(document);
    const blockBySlug = new Map([...graph.blocks.values()].map((block) => [slugOf(block.name), block]));
    const names = [...blockBySlug.keys()].join(' ');
    if (names !== namesBefore) ownMemo = new WeakMap();
    namesBefore = names;
    const isKnownHead = knownHeads(blockBySlug.keys());
    const read = readBlocks(graph, definitions, readMemo);
    const isBefore = ancestryOf(graph);
    const variables = known.variables && new Set(known.variables);
    const connections = known.connections && new Set(known.connections);
    const surroundings = { graph, blockBySlug, isBefore, read, variables, connections };
    const structure = checkStructure(document, graph, read);
    const byBlock = new Map<string, readonly WorkflowProblem[]>();
    for (const [id, one] of read) byBlock.set(id, checkBlock(id, one, isKnownHead, surroundings));
    const problems = [...structure, ...[...byBlock.values()].flat()];
    return { document, known, surroundings, isKnownHead, structure, byBlock, problems };
  }

  function checkBlock(
    id: string,
    one: ReadBlock,
    isKnownHead: KnownHead,
    surroundings: Surroundings,
  ): readonly WorkflowProblem[] {
    // A disabled block is skipped by runs: it may stay unfinished.
    if (!one.block.enabled) return [];
    const own = ownMemo.get(one.block) ?? ownFindings(one, isKnownHead, [...surroundings.blockBySlug.keys()]);
    ownMemo.set(one.block, own);
    return own.length === 0 ? [] : problemsOf(id, one.block, own, surroundings);
  }

  /** Null when more than one block's own config differs, and all has to be looked at. */
  function checkChange(before: Checked, document: WorkflowDocument, known: KnownNames): Checked | null {
    const { surroundings, isKnownHead, byBlock } = before;
    const { variables, connections } = before.known;
    const knowsTheSame = known.variables === variables && known.connections === connections;
    const id = knowsTheSame ? changedBlock(before.document, document) : null;
    const was = id === null ? undefined : surroundings.read.get(id);
    const block = id === null ? undefined : document.blocks[id];
    if (id === null || was === undefined || block === undefined) return null;
    const slug = slugOf(block.name);
    // Of two blocks with one name, references mean the other.
    if (surroundings.blockBySlug.get(slug) !== was.block) return null;
    const one = readBlock(block, was.definition, readMemo);
    if (!looksTheSame(was, one)) return null;
    surroundings.read.set(id, one);
    surroundings.blockBySlug.set(slug, block);
    const found = checkBlock(id, one, isKnownHead, surroundings);
    const asBefore = JSON.stringify(found) === JSON.stringify(byBlock.get(id));
    if (!asBefore) byBlock.set(id, found);
    const problems = asBefore ? before.problems : [...before.structure, ...[...byBlock.values()].flat()];
    return { ...before, document, problems };
  }

  return (document: WorkflowDocument, known: KnownNames = {}): WorkflowProblem[] => {
    last = (last && checkChange(last, document, known)) ?? checkAll(document, known);
    return last.problems;
  };
}

/**
 * The block whose config or switch is all that differs between two documents; null when it is more, or
 * nothing.
 */
function changedBlock(before: WorkflowDocument, after: WorkflowDocument): string | null {
  const { edges, loops, parallels } = before;
  if (after.edges !== edges || after.loops !== loops || after.parallels !== parallels) return null;
  const ids = Object.keys(after.blocks);
  const changed = ids.filter((id) => after.blocks[id] !== before.blocks[id]);
  const [id] = changed;
  const was = id === undefined ? undefined : before.blocks[id];
  const is = id === undefined ? undefined : after.blocks[id];
  if (changed.length !== 1 || was === undefined || is === undefined) return null;
  if (ids.length !== Object.keys(before.blocks).length) return null;
  return restOf(was) === restOf(is) ? (id ?? null) : null;
}

const restOf = (block: Block): string => JSON.stringify({ ...block, config: 0, enabled: 0, position: 0 });

/** Whether other blocks and connections have the same ports and outputs to name. */
const looksTheSame = (a: ReadBlock, b: ReadBlock): boolean =>
  JSON.stringify([a.ports, a.outputs]) === JSON.stringify([b.ports, b.outputs]);

/**
 * What can be found in a block's config alone. Whether a reference, variable or connection is wrong depends
 * on what is around.
 */
type OwnFinding = { field: string | undefined } & (
  | ({ kind: 'problem' } & Finding)
  | { kind: 'reference'; reference: Reference; when: Field['perIteration'] }
  | { kind: 'variable'; name: string }
  | { kind: 'connection'; id: string }
);

function ownFindings(read: ReadBlock, isKnownHead: KnownHead, slugs: readonly string[]): OwnFinding[] {
  const { definition, config, issues, unknownKeys } = read;
  const found: OwnFinding[] = issues.map(({ field, message }) => invalid(field, message));
  for (const key of unknownKeys) found.push(unknownKey(definition, key));
  const wrong = new Set(issues.map(({ field }) => field));
  for (const described of definition.fields) {
    const { name: field, references, perIteration: when } = described;
    if (references === 'none' || wrong.has(field)) continue;
    const value = (config as Record<string, unknown>)[field];
    const { problem, templates } = compileField(described, value, isKnownHead);
    if (problem)
      found.push({ kind: 'problem', field, code: problem.code, message: problem.message, severity: 'error' });
    for (const reference of referencesIn(templates))
      found.push({ kind: 'reference', field, reference, when });
    for (const name of variablesIn(templates)) found.push({ kind: 'variable', field, name });
    const connection = described.kind === 'auth' ? connectionIn(value) : null;
    if (connection !== null) found.push({ kind: 'connection', field, id: connection });
    // What refuses the whole field names the unknown block already.
    for (const head of problem ? [] : unknownHeadsIn(templates, isKnownHead)) {
      const message = `No block is called "${head}": <${head}…> stays plain text.`;
      const nearest = closest(head, slugs) ?? undefined;
      const meant = { unknown: head, ...(nearest === undefined ? {} : { nearest }) };
      found.push({
        kind: 'problem',
        field,
        code: 'REF_BLOCK_UNKNOWN',
        message,
        severity: 'warning',
        ...meant,
      });
    }
  }
  for (const { field, message } of definition.check?.(config) ?? [])
    if (!wrong.has(field)) found.push(invalid(field, message));
  for (const { field, message } of definition.doubts?.(config) ?? [])
    if (!wrong.has(field))
      found.push({ kind: 'problem', field, code: 'CONFIG_DOUBTFUL', message, severity: 'warning' });
  return found;
}

const invalid = (field: string | undefined, message: string): OwnFinding => ({
  ...{ kind: 'problem', field, code: 'CONFIG_INVALID', message, severity: 'error' },
});

function unknownKey(definition: ReadBlock['definition'], key: string): OwnFinding {
  const [field] = key.split('.');
  const names = definition.fields.map(({ name }) => name);
  const near = field === key ? closest(key, names) : null;
  const hint = near === null ? '' : ` Did you mean "${near}"?`;
  const message = `${definition.title} has no setting "${key}".${hint}`;
  return { kind: 'problem', field, code: 'CONFIG_KEY_UNKNOWN', message, severity: 'warning' };
}

function problemsOf(
  blockId: string,
  block: Block,
  own: readonly OwnFinding[],
  surroundings: Surroundings,
): WorkflowProblem[] {
  const problems = new Map<string, WorkflowProblem>();
  for (const one of own) {
    const finding = findingOf(one, block, surroundings);
    if (finding === null) continue;
    const { code, message, severity, unknown, nearest, before } = finding;
    const place = {
      ...(one.field === undefined ? {} : { field: one.field }),
      ...(unknown === undefined ? {} : { unknown }),
      ...(nearest === undefined ? {} : { nearest }),
      ...(before === undefined ? {} : { before }),
    };
    problems.set(`${one.field} ${message}`, { code, message, blockId, ...place, severity, refuses: false });
  }
  return [...problems.values()];
}

function findingOf(one: OwnFinding, block: Block, surroundings: Surroundings): Finding | null {
  switch (one.kind) {
    case 'problem':
      return one;
    case 'reference':
      return checkReference(one.reference, block, one.when, surroundings);
    case 'variable': {
      const { variables } = surroundings;
      if (variables === undefined || variables.has(one.name)) return null;
      // An error's message is not among its enumerable members.
      const { code, message } = variableNotFound(one.name);
      return { code, message, severity: 'error', unknown: one.name };
    }
    case 'connection': {
      const { connections } = surroundings;
      if (connections === undefined || connections.has(one.id)) return null;
      return { code: 'CONNECTION_NOT_FOUND', message: NO_CONNECTION, severity: 'error' };
    }
  }
}

const NO_CONNECTION = 'This workspace has no such connection. Choose another one.';

/** The id that an authentication names; one that is still to be chosen is told of elsewhere. */
function connectionIn(auth: unknown): string | null {
  const { success, data } = Auth.safeParse(auth);
  const id = success && data.kind === 'connection' ? data.connectionId.trim() : '';
  return id === '' ? null : id;
}

function referencesIn(templates: readonly Template[]): Reference[] {
  return templates.flatMap(({ parts }) =>
    parts.flatMap((part) => (typeof part !== 'string' && part.kind === 'reference' ? [part.reference] : [])),
  );
}

/** `{{NAME}}`s that must name a variable. */
function variablesIn(templates: readonly Template[]): Set<string> {
  const names = new Set<string>();
  for (const part of templates.flatMap(({ parts }) => parts)) {
    if (typeof part === 'string' || part.kind !== 'variable' || part.slashes % 2 === 1) continue;
    if (looksLikeVariable(part.name)) names.add(part.name);
  }
  return names;
}

function unknownHeadsIn(templates: readonly Template[], isKnownHead: KnownHead): Set<string> {
  const unknown = new Set<string>();
  for (const { source } of templates) {
    if (!source.includes('<')) continue;
    for (const { slug, head } of referencesIn([parseTemplate(source, () => true)])) {
      if (!isKnownHead(slug)) unknown.add(head);
    }
  }
  return unknown;
}
