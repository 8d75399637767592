import type { Field } from '@/lib/core/blocks/field';
import { readConfig } from '@/lib/core/blocks/read-config';
import { splitShortened } from '@/lib/core/blocks/shortened-value';
import { ARGS_HEAD } from '@/lib/core/blocks/tools';
import type { ValueShape } from '@/lib/core/blocks/value-shape';
import { RUN_VARIABLES, slugOf } from '@/lib/core/references/slug';
import { blocksBefore, containersAround, graphOf } from '@/lib/core/workflow/graph';
import type { Block, WorkflowDocument } from '@/lib/core/workflow/schema';
import { ExactNumber, isJsonObject, parseExact } from '@/lib/platform/text/exact-number';
import { defaultOutputsOf, definitionOf, iconOf, outputsOf } from '../document/definition-of';
import { placeAt } from './completion';
import { isDefault, type Known, type ScopeBlock, stepInto } from './known-value';
import type { LastOutput } from './last-outputs';

type Outputs = ReadonlyMap<string, LastOutput>;

/**
 * Returns what a field of this block may reference, nearest block first, with the last values. Inside a
 * container also the iteration, by the container's kind (`loop`) and name. `when`: see `Field`.
 */
export function scopeOf(
  document: WorkflowDocument,
  blockId: string,
  outputs: Outputs,
  when?: Field['perIteration'],
): ScopeBlock[] {
  const graph = graphOf(document);
  const around = containersAround(graph, blockId);
  const members = when === 'after' ? [...(graph.members.get(blockId) ?? [])].reverse() : [];
  return [
    ...iterationsOf(document, when === undefined ? around : [blockId, ...around], outputs),
    ...members.flatMap((id) => blocksOf(document, id)).map((block) => ordinary(block, outputs)),
    ...blocksBefore(document, blockId)
      .reverse()
      .map((block) =>
        around.includes(block.id)
          ? { ...iterationOf(document, block, outputs), slug: slugOf(block.name) }
          : ordinary(block, outputs),
      ),
    ...variablesOf(document, outputs),
  ];
}

/** Returns `<args.name>` for a tool's arguments from the model; `names` are separated by spaces. */
export function argumentsOf({ blocks }: WorkflowDocument, blockId: string, names?: string): ScopeBlock[] {
  if (names === undefined) return [];
  const fields = names.split(' ').flatMap((name) => (name === '' ? [] : [{ name, type: 'any' as const }]));
  const icon = iconOf(blocks[blockId]?.type ?? '');
  return [{ slug: ARGS_HEAD, name: ARGS_HEAD, icon, fields, isOpen: true, isPartial: true }];
}

/** Returns `<variable.name>` for all variables that blocks of the workflow set, anywhere in it. */
function variablesOf(document: WorkflowDocument, outputs: Outputs): ScopeBlock[] {
  const setting = Object.values(document.blocks)
    .filter(({ type }) => definitionOf(type)?.sets === 'variables')
    .map((block) => ordinary(block, outputs));
  const [first] = setting;
  if (first === undefined) return [];
  const known = setting.flatMap(({ last }) => (last === undefined ? [] : [last]));
  return [
    {
      slug: RUN_VARIABLES,
      name: RUN_VARIABLES,
      icon: first.icon,
      isPartial: true,
      fields: setting.flatMap(({ fields }) => fields),
      ...(known[0] === undefined
        ? {}
        : { last: { from: known[0].from, output: Object.assign({}, ...known.map(({ output }) => output)) } }),
    },
  ];
}

const blocksOf = ({ blocks }: WorkflowDocument, id: string): Block[] => {
  const block = blocks[id];
  return block === undefined ? [] : [block];
};

function ordinary(block: Block, outputs: Outputs): ScopeBlock {
  const definition = definitionOf(block.type);
  const last = outputs.get(block.id);
  // For shortened members only the shape is known here.
  const { whole, shortened } = splitShortened(last?.output);
  const defaults = Object.entries(defaultOutputsOf(block)).filter(
    ([name]) => last === undefined || !Object.hasOwn(last.output, name),
  );
  const shapes = {
    ...block.outputs,
    ...Object.fromEntries(shortened.flatMap(({ name, value }) => (value.shape ? [[name, value.shape]] : []))),
  };
  return {
    slug: slugOf(block.name),
    name: block.name,
    icon: iconOf(block.type),
    fields: outputsOf(block),
    isOpen: definition === undefined || definition.trigger?.openOutputs === true,
    ...(last === undefined ? {} : { last: { ...last, output: whole as LastOutput['output'] } }),
    ...(defaults.length === 0 ? {} : { defaults: Object.fromEntries(defaults) }),
    ...(Object.keys(shapes).length === 0 ? {} : { shapes }),
  };
}

/** Returns the innermost container of each kind, to which `<loop.item>` refers. */
function iterationsOf(
  document: WorkflowDocument,
  containers: readonly string[],
  outputs: Outputs,
): ScopeBlock[] {
  const found = new Map<string, ScopeBlock>();
  for (const block of containers.flatMap((id) => blocksOf(document, id))) {
    const kind = definitionOf(block.type)?.container?.kind;
    if (kind !== undefined && !found.has(kind))
      found.set(kind, { ...iterationOf(document, block, outputs), slug: kind });
  }
  return [...found.values()];
}

/** Returns an iteration's values for blocks inside: those of the first item, if the list is known. */
export function iterationOf(document: WorkflowDocument, block: Block, outputs: Outputs): ScopeBlock {
  const item = firstItem(document, block, outputs);
  return {
    slug: slugOf(block.name),
    name: block.name,
    icon: iconOf(block.type),
    fields: definitionOf(block.type)?.container?.iterationOutputs ?? [],
    isPartial: true,
    ...(item?.value === undefined
      ? {}
      : { last: { output: { item: item.value, index: 0 }, from: item.from } }),
    ...(item?.shape === undefined ? {} : { shapes: { item: item.shape } }),
  };
}

/** Matches one reference, perhaps an optional one or one with a default. */
const LONE_REFERENCE = /^<([^<>?]{1,200})(?:\?|\s\?\?\s[^<>]{0,200})?>$/;

function firstItem(
  document: WorkflowDocument,
  block: Block,
  outputs: Outputs,
): (Known & { from: LastOutput['from'] }) | null {
  const definition = definitionOf(block.type);
  const field = definition?.container?.itemsField;
  if (definition === undefined || field === undefined) return null;
  const config = readConfig(definition, block.config).config as Record<string, unknown>;
  const shown = definition.fields.find(({ name }) => name === field)?.shownWhen?.(config) ?? true;
  if (!shown) return null;
  const written = String(config[field]).trim();
  const text = LONE_REFERENCE.exec(written)?.[1];
  if (text === undefined) {
    const item = itemOf({ value: listIn(written) });
    return item === undefined ? null : { ...item, from: 'default' };
  }
  const place = placeAt(scopeOf(document, block.id, outputs), text);
  const item = place === null ? undefined : itemOf(place.known);
  if (item === undefined || place === null) return null;
  const { block: source, path } = place;
  return { ...item, from: isDefault(source, path) ? 'default' : (source.last?.from ?? 'log') };
}

/** Parses a literal list; undefined for anything else. */
function listIn(text: string): unknown {
  if (!text.startsWith('[')) return undefined;
  try {
    return parseExact(text);
  } catch {
    // It contains references, or is incomplete.
    return undefined;
  }
}

/** The most items searched for members that the first one lacks. */
const MOST_LOOKED_AT = 20;

/** Returns the first item of a list, with additional members of the others. */
function itemOf(list: Known): Known | undefined {
  const first = stepInto(list, 0);
  if (first === undefined || !Array.isArray(list.value) || !isJsonObject(first.value)) return first;
  const known = new Set([
    ...Object.keys(first.value),
    ...(first.shape?.fields ?? []).map(({ name }) => name),
  ]);
  const more: NonNullable<ValueShape['fields']> = [];
  for (const item of list.value.slice(1, MOST_LOOKED_AT))
    for (const [name, value] of Object.entries(isJsonObject(item) ? item : {})) {
      if (known.has(name)) continue;
      known.add(name);
      more.push({ name, shape: { type: shapeTypeOf(value) } });
    }
  if (more.length === 0) return first;
  const shape: ValueShape = { type: 'object', ...first.shape };
  return { ...first, shape: { ...shape, fields: [...(shape.fields ?? []), ...more] } };
}

function shapeTypeOf(value: unknown): ValueShape['type'] {
  if (value === null) return 'any';
  if (value instanceof ExactNumber) return 'number';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}
