import { type BlockDefinitions, blockDefinitions } from '../blocks/registry/definitions';
import { knownHeads } from '../references/find-references';
import { variableNotFound } from '../references/read-variable';
import { slugOf } from '../references/slug';
import type { KnownHead } from '../references/template';
import { checkReference, type Surroundings, settersIn } from './check-reference';
import { checkStructure } from './check-structure';
import type { Finding } from './finding';
import { ancestryOf, graphOf } from './graph';
import { type NearestName, nearestOf } from './nearest-name';
import { type OwnFinding, type OwnFindings, ownFindingSteps } from './own-findings';
import { type ReadBlock, type ReadBlocksMemo, readBlock, readBlockSteps } from './read-blocks';
import { MAX_WORKFLOW_REFERENCES, tooManyInWorkflow } from './reference-limits';
import { runsByStart } from './runs-by-start';
import type { Block, WorkflowDocument, WorkflowProblem } from './schema';
import { atOnce, type Steps } from './steps';

/** A document with its findings, so that the next one, which mostly differs in one block, needs little. */
interface Checked {
  document: WorkflowDocument;
  known: KnownNames;
  surroundings: Surroundings;
  isKnownHead: KnownHead;
  nearest: NearestName;
  structure: readonly WorkflowProblem[];
  byBlock: Map<string, CheckedBlock>;
  problems: WorkflowProblem[];
  /** True if all of its blocks were checked. */
  isWhole: boolean;
}

/** The problems of a block's config, and the number of references in it. */
interface CheckedBlock {
  problems: readonly WorkflowProblem[];
  references: number;
}

const NOTHING_WRONG: readonly WorkflowProblem[] = [];

/** Names in the workspace; undefined while they are not known. */
export interface KnownNames {
  /** Names of variables. */
  variables?: readonly string[] | undefined;
  /** Ids of connections. */
  connections?: readonly string[] | undefined;
}

/**
 * Finds all problems of a document, in people's words; only problems with `refuses` keep it from being
 * saved.
 */
export const checkWorkflow = (document: WorkflowDocument, known?: KnownNames): WorkflowProblem[] =>
  createWorkflowCheck()(document, known);

/** The requested problems; once there are more than `most`, no further blocks are checked. */
interface WantedProblems {
  isWanted: (problem: WorkflowProblem) => boolean;
  most: number;
}

const ALL: WantedProblems = { isWanted: () => true, most: Number.POSITIVE_INFINITY };

/** Checks in short steps, for use where others wait, and finds only wanted problems. */
export const checkWorkflowSteps = (
  document: WorkflowDocument,
  known: KnownNames = {},
  wanted = ALL,
): Steps<WorkflowProblem[]> => new WorkflowCheck(blockDefinitions, wanted).steps(document, known);

/**
 * Creates a `checkWorkflow` for a document that changes a little at a time. A block whose config was
 * changed is checked alone, as long as others see no difference; the result is the same object if the
 * problems are the same as before.
 */
export function createWorkflowCheck(definitions: BlockDefinitions = blockDefinitions) {
  const check = new WorkflowCheck(definitions);
  const steps = (document: WorkflowDocument, known: KnownNames = {}) => check.steps(document, known);
  const all = (document: WorkflowDocument, known: KnownNames = {}): WorkflowProblem[] =>
    atOnce(steps(document, known));
  // A check that was left unfinished must not continue once another has begun: they share their state.
  return Object.assign(all, { steps });
}

class WorkflowCheck {
  readonly #readMemo: ReadBlocksMemo = new WeakMap();
  #ownMemo = new WeakMap<Block, OwnFindings>();
  #namesBefore = '';
  #last: Checked | undefined;

  constructor(
    readonly definitions: BlockDefinitions,
    readonly wanted = ALL,
  ) {}

  *steps(document: WorkflowDocument, known: KnownNames): Steps<WorkflowProblem[]> {
    const changed = this.#last ? this.#checkChange(this.#last, document, known) : null;
    const checked = changed ?? (yield* this.#checkAll(document, known));
    this.#last = checked.isWhole ? checked : undefined;
    return checked.problems;
  }

  *#checkAll(document: WorkflowDocument, known: KnownNames): Steps<Checked> {
    const graph = graphOf(document);
    const blockBySlug = new Map([...graph.blocks.values()].map((block) => [slugOf(block.name), block]));
    const slugs = [...blockBySlug.keys()];
    const names = slugs.join(' ');
    if (names !== this.#namesBefore) this.#ownMemo = new WeakMap();
    this.#namesBefore = names;
    yield;
    const read = yield* readBlockSteps(graph, this.definitions, this.#readMemo, true);
    const isBefore = ancestryOf(graph);
    yield;
    const runs = runsByStart(graph, read);
    yield;
    const surroundings = {
      graph,
      blockBySlug,
      isBefore,
      runs,
      read,
      setters: settersIn(read),
      variables: known.variables && new Set(known.variables),
      nearestVariable: nearestOf([...(known.variables ?? [])]),
      connections: known.connections && new Set(known.connections),
    };
    const { isWanted, most } = this.wanted;
    const structure = checkStructure(document, graph, read).filter(isWanted);
    const byBlock = new Map<string, CheckedBlock>();
    const checked = {
      document,
      known,
      surroundings,
      structure,
      byBlock,
      problems: [],
      isWhole: false,
      isKnownHead: knownHeads(slugs),
      nearest: nearestOf(slugs),
    };
    let references = 0;
    let count = structure.length;
    for (const [id, one] of read) {
      if (count > most) break;
      yield;
      const found = yield* this.#checkBlock(id, one, checked);
      count += found.problems.length;
      byBlock.set(id, found);
      references += found.references;
      // With so many references, the rest need not be checked.
      if (references > MAX_WORKFLOW_REFERENCES) break;
    }
    return { ...checked, problems: problemsIn(checked), isWhole: byBlock.size === read.size };
  }

  *#checkBlock(
    id: string,
    one: ReadBlock,
    { isKnownHead, nearest, surroundings }: Pick<Checked, 'isKnownHead' | 'nearest' | 'surroundings'>,
  ): Steps<CheckedBlock> {
    const { block } = one;
    const own = this.#ownMemo.get(block) ?? (yield* ownFindingSteps(one, isKnownHead, nearest));
    this.#ownMemo.set(block, own);
    const { references } = own;
    // A disabled block is skipped by runs, so it may stay unfinished.
    const found = block.enabled ? own.found : own.found.filter((one) => 'refuses' in one);
    if (found.length === 0) return { problems: NOTHING_WRONG, references };
    const { isWanted } = this.wanted;
    return { problems: problemsOf(id, block, found, surroundings).filter(isWanted), references };
  }

  /** Returns null if more than one block's own config differs, so that all has to be checked. */
  #checkChange(before: Checked, document: WorkflowDocument, known: KnownNames): Checked | null {
    const { surroundings, byBlock } = before;
    const { variables, connections } = before.known;
    const knowsTheSame = known.variables === variables && known.connections === connections;
    const id = knowsTheSame ? changedBlock(before.document, document) : null;
    const was = id === null ? undefined : surroundings.read.get(id);
    const block = id === null ? undefined : document.blocks[id];
    if (id === null || was === undefined || block === undefined) return null;
    const slug = slugOf(block.name);
    // If two blocks have one name, references mean the other.
    if (surroundings.blockBySlug.get(slug) !== was.block) return null;
    // Elsewhere the values and runs are missing that a disabled block would have set or started.
    if (was.block.enabled !== block.enabled) return null;
    const one = readBlock(block, was.definition, this.#readMemo, true);
    if (!looksTheSame(was, one)) return null;
    surroundings.read.set(id, one);
    surroundings.blockBySlug.set(slug, block);
    if (one.definition.sets === 'variables') surroundings.setters = settersIn(surroundings.read);
    const found = atOnce(this.#checkBlock(id, one, before));
    const asBefore = JSON.stringify(found) === JSON.stringify(byBlock.get(id));
    if (!asBefore) byBlock.set(id, found);
    return { ...before, document, problems: asBefore ? before.problems : problemsIn(before) };
  }
}

function problemsIn({ structure, byBlock }: Pick<Checked, 'structure' | 'byBlock'>): WorkflowProblem[] {
  const problems = [...structure];
  let references = 0;
  for (const checked of byBlock.values()) {
    problems.push(...checked.problems);
    references += checked.references;
  }
  const tooMany = tooManyInWorkflow(references);
  if (tooMany) problems.push({ ...tooMany, refuses: true });
  return problems;
}

/** Returns the block whose config is the only difference of two documents; null if there is more, or none. */
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

const restOf = (block: Block): string => JSON.stringify({ ...block, config: 0, position: 0 });

/** True if other blocks and connections have the same ports and outputs to name. */
const looksTheSame = (a: ReadBlock, b: ReadBlock): boolean =>
  JSON.stringify([a.ports, a.outputs]) === JSON.stringify([b.ports, b.outputs]);

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
    const { code, message, severity, unknown, nearest, before, refuses = false } = finding;
    const place = {
      ...(one.field === undefined ? {} : { field: one.field }),
      ...(unknown === undefined ? {} : { unknown }),
      ...(nearest === undefined ? {} : { nearest }),
      ...(before === undefined ? {} : { before }),
    };
    problems.set(`${one.field} ${message}`, { code, message, blockId, ...place, severity, refuses });
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
      const { variables, nearestVariable } = surroundings;
      if (variables === undefined || variables.has(one.name)) return null;
      // An error's message is not among its enumerable members.
      const { code, message } = variableNotFound(one.name);
      const near = nearestVariable(one.name);
      const nearest = near === undefined ? {} : { nearest: near };
      return { code, message, severity: 'error', unknown: one.name, ...nearest };
    }
    case 'connection': {
      const { connections } = surroundings;
      if (connections === undefined || connections.has(one.id)) return null;
      return { code: 'CONNECTION_NOT_FOUND', message: NO_CONNECTION, severity: 'error' };
    }
  }
}

const NO_CONNECTION = 'This workspace has no such connection. Choose another one.';
