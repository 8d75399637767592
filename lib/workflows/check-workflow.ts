import { type BlockDefinitions, blockDefinitions } from '../blocks/definitions';
import { compileField } from '../engine/references/compile-field';
import { knownHeads } from '../engine/references/find-references';
import type { Reference } from '../engine/references/grammar';
import { looksLikeVariable, variableNotFound } from '../engine/references/read-variable';
import { RESERVED_HEADS, slugOf } from '../engine/references/slug';
import { type KnownHead, parseTemplate, type Template } from '../engine/references/template';
import { closest } from '../http/closest';
import { checkStructure } from './check-structure';
import { ancestorsOf, graphOf, type WorkflowGraph } from './graph';
import { type ReadBlock, readBlocks } from './read-blocks';
import type { Block, WorkflowDocument, WorkflowProblem } from './schema';

interface Surroundings {
  graph: WorkflowGraph;
  read: ReadonlyMap<string, ReadBlock>;
  blockBySlug: ReadonlyMap<string, Block>;
  isKnownHead: KnownHead;
  variables: ReadonlySet<string> | undefined;
}

/**
 * Everything wrong with a document, in people's words; only problems that `refuses` keep it from being saved.
 *
 * @param variables names that the workspace has; undefined while they are not known
 */
export function checkWorkflow(
  document: WorkflowDocument,
  variables?: readonly string[],
  definitions: BlockDefinitions = blockDefinitions,
): WorkflowProblem[] {
  const graph = graphOf(document);
  const blockBySlug = new Map([...graph.blocks.values()].map((block) => [slugOf(block.name), block]));
  const isKnownHead = knownHeads(blockBySlug.keys());
  const read = readBlocks(graph, definitions);
  const surroundings = { graph, read, blockBySlug, isKnownHead, variables: variables && new Set(variables) };
  const problems = checkStructure(document, graph, read);
  for (const [blockId, one] of read) {
    // A block that is switched off is passed over: it may stay unfinished.
    if (one.block.enabled) problems.push(...checkConfig(blockId, one, surroundings));
  }
  return problems;
}

function checkConfig(
  blockId: string,
  { block, definition, config, issues, unknownKeys }: ReadBlock,
  surroundings: Surroundings,
): WorkflowProblem[] {
  const problems = new Map<string, WorkflowProblem>();
  const add = (code: string, message: string, field: string | undefined, severity: 'error' | 'warning') => {
    const problem = {
      code,
      message,
      blockId,
      ...(field === undefined ? {} : { field }),
      severity,
      refuses: false,
    };
    problems.set(`${field} ${message}`, problem);
  };
  for (const { field, message } of issues) add('CONFIG_INVALID', message, field, 'error');
  for (const key of unknownKeys) {
    const near = closest(
      key,
      definition.fields.map(({ name }) => name),
    );
    const hint = near === null ? '' : ` Did you mean "${near}"?`;
    add('CONFIG_KEY_UNKNOWN', `${definition.title} has no setting "${key}".${hint}`, key, 'warning');
  }
  const wrong = new Set(issues.map(({ field }) => field));
  const before = ancestorsOf(surroundings.graph, blockId);
  for (const { name, references } of definition.fields) {
    if (references === 'none' || wrong.has(name)) continue;
    const value = (config as Record<string, unknown>)[name];
    const { problem, templates } = compileField(references, value, surroundings.isKnownHead);
    if (problem) add(problem.code, problem.message, name, 'error');
    for (const reference of referencesIn(templates)) {
      const finding = checkReference(reference, block, before, surroundings);
      if (finding) add(finding.code, finding.message, name, finding.severity);
    }
    for (const variable of missingVariables(templates, surroundings)) {
      const { code, message } = variableNotFound(variable);
      add(code, message, name, 'error');
    }
    for (const head of unknownHeadsIn(templates, surroundings)) {
      add('REF_BLOCK_UNKNOWN', `No block is called "${head}": <${head}…> stays plain text.`, name, 'warning');
    }
  }
  for (const { field, message } of definition.check?.(config) ?? []) {
    if (!wrong.has(field)) add('CONFIG_INVALID', message, field, 'error');
  }
  return [...problems.values()];
}

function referencesIn(templates: readonly Template[]): Reference[] {
  return templates.flatMap(({ parts }) =>
    parts.flatMap((part) => (typeof part !== 'string' && part.kind === 'reference' ? [part.reference] : [])),
  );
}

function missingVariables(templates: readonly Template[], { variables }: Surroundings): Set<string> {
  const missing = new Set<string>();
  if (variables === undefined) return missing;
  for (const part of templates.flatMap(({ parts }) => parts)) {
    if (typeof part === 'string' || part.kind !== 'variable' || part.slashes % 2 === 1) continue;
    if (looksLikeVariable(part.name) && !variables.has(part.name)) missing.add(part.name);
  }
  return missing;
}

function unknownHeadsIn(templates: readonly Template[], { isKnownHead }: Surroundings): Set<string> {
  const unknown = new Set<string>();
  for (const { source } of templates) {
    if (!source.includes('<')) continue;
    for (const { slug, head } of referencesIn([parseTemplate(source, () => true)])) {
      if (!isKnownHead(slug)) unknown.add(head);
    }
  }
  return unknown;
}

interface Finding {
  code: string;
  message: string;
  severity: 'error' | 'warning';
}

function checkReference(
  { slug, head, path }: Reference,
  block: Block,
  before: ReadonlySet<string>,
  { blockBySlug, read }: Surroundings,
): Finding | null {
  const target = blockBySlug.get(slug);
  if (!target) {
    if (!RESERVED_HEADS.has(slug) || block.parentId !== undefined) return null;
    const message = `<${head}…> is only known inside a ${slug}.`;
    return { code: 'REF_OUT_OF_SCOPE', message, severity: 'error' };
  }
  if (target === block) {
    const message = `"${block.name}" can't use its own output.`;
    return { code: 'REF_TO_ITSELF', message, severity: 'error' };
  }
  if (!before.has(target.id)) {
    const message = `"${target.name}" doesn't come before "${block.name}"; connect them, or use another block.`;
    return { code: 'REF_OUT_OF_SCOPE', message, severity: 'error' };
  }
  return checkOutput(String(path[0]), read.get(target.id));
}

function checkOutput(output: string, target: ReadBlock | undefined): Finding | null {
  if (!target || target.definition.openOutputs) return null;
  const names = target.outputs.map(({ name }) => name);
  if (names.includes(output)) return null;
  const message = `"${target.block.name}" has no output "${output}"; it has ${names.join(', ')}.`;
  return { code: 'REF_OUTPUT_UNKNOWN', message, severity: 'warning' };
}
