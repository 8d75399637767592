import type { Field } from '../blocks/field';
import type { Reference } from '../references/grammar';
import { RESERVED_HEADS, RUN_VARIABLES } from '../references/slug';
import type { Finding } from './finding';
import { containersAround, type WorkflowGraph } from './graph';
import type { NearestName } from './nearest-name';
import type { ReadBlock } from './read-blocks';
import { missingInRuns, type RunsByStart } from './runs-by-start';
import type { Block } from './schema';

/** The context that a reference is checked against: the rest of the document. */
export interface Surroundings {
  graph: Pick<WorkflowGraph, 'blocks'>;
  blockBySlug: Map<string, Block>;
  isBefore: (before: string, blockId: string) => boolean;
  runs: readonly RunsByStart[];
  read: Map<string, ReadBlock>;
  /** Ids of the blocks that set a variable of the run, by its name. */
  setters: ReadonlyMap<string, readonly string[]>;
  variables: ReadonlySet<string> | undefined;
  nearestVariable: NearestName;
  connections: ReadonlySet<string> | undefined;
}

/** Checks `<loop.item>` and the like, of the innermost container of that kind. */
function checkIteration(
  { slug, head, path }: Pick<Reference, 'slug' | 'head' | 'path'>,
  block: Block,
  when: Field['perIteration'],
  { read, graph }: Surroundings,
): Finding | null {
  const around = containersAround(graph, block.id);
  const container = (when ? [block.id, ...around] : around).find(
    (id) => read.get(id)?.definition.container?.kind === slug,
  );
  if (container === undefined) {
    const message = `<${head}…> is only known inside a ${slug}.`;
    return { code: 'REF_OUT_OF_SCOPE', message, severity: 'error' };
  }
  const names = (read.get(container)?.definition.container?.iterationOutputs ?? []).map(({ name }) => name);
  if (path.length === 0 || names.includes(String(path[0]))) return null;
  const message = `A ${slug} has no "${path[0]}" inside; it has ${names.join(', ')}.`;
  return { code: 'REF_OUTPUT_UNKNOWN', message, severity: 'warning', unknown: `${head}.${path[0]}` };
}

export function settersIn(read: Surroundings['read']): Map<string, string[]> {
  const setters = new Map<string, string[]>();
  for (const [id, { definition, block, outputs }] of read) {
    if (definition.sets !== 'variables' || !block.enabled) continue;
    for (const { name } of outputs) {
      const ids = setters.get(name);
      if (ids) ids.push(id);
      else setters.set(name, [id]);
    }
  }
  return setters;
}

/** The most names in a message. */
const MOST_NAMES = 20;

/** Checks `<variable.name>`: set before, or in an earlier iteration of a container around both. */
function checkRunVariable(
  name: string | undefined,
  block: Block,
  { setters, graph, isBefore }: Surroundings,
): Finding | null {
  // `<variable>` stands for all variables that are set by then.
  if (name === undefined && setters.size > 0) return null;
  const setting = setters.get(name ?? '');
  if (setting === undefined) {
    const names = [...setters.keys()].slice(0, MOST_NAMES).join(', ');
    const more = setters.size > MOST_NAMES ? ', …' : '';
    const known = names === '' ? 'add a Variables block' : `there is ${names}${more}`;
    return {
      code: 'REF_OUTPUT_UNKNOWN',
      message:
        name === undefined
          ? `No block sets a variable; ${known}.`
          : `No block sets the variable "${name}"; ${known}.`,
      severity: 'error',
      ...(name === undefined ? {} : { unknown: `${RUN_VARIABLES}.${name}` }),
    };
  }
  const around = containersAround(graph, block.id);
  const isSet = setting.some(
    (id) =>
      isBefore(id, block.id) || containersAround(graph, id).some((container) => around.includes(container)),
  );
  if (isSet) return null;
  const message = `The variable "${name}" is not set before "${block.name}".`;
  return { code: 'REF_OUT_OF_SCOPE', message, severity: 'warning' };
}

/** Returns the problem of a reference in a field of this block; null if there is none. */
export function checkReference(
  reference: Reference,
  block: Block,
  when: Field['perIteration'],
  surroundings: Surroundings,
): Finding | null {
  const { slug, head, path } = reference;
  const { blockBySlug, isBefore, read, graph, runs } = surroundings;
  const target = blockBySlug.get(slug);
  if (!target && slug === RUN_VARIABLES) return checkRunVariable(outputOf(path), block, surroundings);
  if (!target)
    return RESERVED_HEADS.has(slug) ? checkIteration({ slug, head, path }, block, when, surroundings) : null;
  if (target === block) {
    const message = `"${block.name}" can't use its own output.`;
    return { code: 'REF_TO_ITSELF', message, severity: 'error' };
  }
  const around = containersAround(graph, block.id);
  // Inside, its name stands for the current iteration.
  const output = outputOf(path);
  if (around.includes(target.id)) return output === undefined ? null : checkInside(target, output, read);
  const isInside = when === 'after' && target.parentId === block.id;
  if (!isInside && !isBefore(target.id, block.id)) {
    return {
      code: 'REF_OUT_OF_SCOPE',
      message: `"${target.name}" doesn't come before "${block.name}"; connect them, or use another block.`,
      severity: 'error',
      before: target.id,
    };
  }
  const wrong = output === undefined ? null : checkOutput(head, output, read.get(target.id));
  const missing = wrong === null ? missingInRuns(reference, target, block, runs) : null;
  return missing === null ? wrong : { code: 'REF_OUT_OF_SCOPE', message: missing, severity: 'warning' };
}

/** Returns the name of the output; undefined for the whole output. */
const outputOf = ([first]: Reference['path']): string | undefined =>
  first === undefined ? undefined : String(first);

function checkInside(container: Block, output: unknown, read: Surroundings['read']): Finding | null {
  const definition = read.get(container.id)?.definition;
  const names = (definition?.container?.iterationOutputs ?? []).map(({ name }) => name);
  if (names.includes(String(output))) return null;
  const message = `Inside "${container.name}" there is ${names.join(', ')}; "${output}" is known after it.`;
  return { code: 'REF_OUT_OF_SCOPE', message, severity: 'error' };
}

function checkOutput(head: string, output: string, target: ReadBlock | undefined): Finding | null {
  if (!target || target.definition.trigger?.openOutputs) return null;
  const names = target.outputs.map(({ name }) => name);
  if (names.includes(output)) return null;
  const message = `"${target.block.name}" has no output "${output}"; it has ${names.join(', ')}.`;
  return { code: 'REF_OUTPUT_UNKNOWN', message, severity: 'warning', unknown: `${head}.${output}` };
}
