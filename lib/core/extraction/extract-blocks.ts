import { type BlockDefinitions, blockDefinitions } from '../blocks/registry/definitions';
import type { InputType } from '../blocks/start/input-field';
import { referencesAt, textsAt } from '../blocks/whole-outputs-at';
import { exitsOf } from '../graph-walk/exits';
import { portsAt } from '../graph-walk/ports';
import { RUN_VARIABLES, slugOf } from '../references/slug';
import { tidyGroups } from '../workflow/groups';
import type { Block, Edge, WorkflowDocument } from '../workflow/schema';
import { type PartInput, PartInputs, settersOf } from './find-inputs';
import { mayBeSkippedInside } from './may-be-skipped';
import { type PartDefinitions, partDefinitions } from './part-definitions';
import { type NewTarget, pointReferences } from './point-references';
import { leadsOn, type SelectedPart, selectPart } from './selected-part';

/** Blocks of a workflow as a workflow of their own, and what is left of the old one. */
export interface Extraction {
  /** The document of the new workflow. */
  extracted: WorkflowDocument;
  /** The inputs of its Start; `type` is null for values of any type, which its Start doesn't list. */
  inputs: ReadonlyArray<{ name: string; type: InputType | null; from: string }>;
  /** What the old workflow reads from it: `api.data`, or `api` for a whole output. */
  outputs: readonly string[];
  /** Returns the old document, in which the block `blockId` runs the new workflow of this id. */
  replacedBy: (workflowId: string) => { document: WorkflowDocument; blockId: string };
}

export interface ExtractOptions {
  /** The name of the block that runs the new workflow, free in the old one. */
  blockName: string;
  /** Makes ids of blocks and edges. */
  newId: () => string;
  definitions?: BlockDefinitions;
}

/** The most values that one block hands over. */
const MAX_INPUTS = 100;
const COLUMN_PX = 256;

/**
 * Moves blocks (`ids`, with their members) into a workflow of their own. Both documents together do what the
 * old one did. Returns why that isn't possible instead, in words for the author.
 */
export function extractBlocks(
  document: WorkflowDocument,
  ids: ReadonlySet<string>,
  { blockName, newId, definitions = blockDefinitions }: ExtractOptions,
): Extraction | { refusal: string } {
  const part = selectPart(document, ids, definitions);
  if (typeof part === 'string') return { refusal: part };
  const refusal = whyNotVariables(part);
  if (refusal !== null) return { refusal };
  const kinds = partDefinitions(definitions);
  const inputs = new PartInputs(part);
  const startName = freeName(part, kinds.start.title.toLowerCase());
  const members = [...part.inside].flatMap((id) => document.blocks[id] ?? []);
  const moved = members.map((block) =>
    pointReferences(block, part, (reference, field) => {
      const input = inputs.inputOf(reference, block, field);
      return (
        input && {
          to: `${slugOf(startName)}.${input.name}`,
          optional: input.mayBeMissing ? 'steps' : undefined,
        }
      );
    }),
  );
  if (inputs.all.length > MAX_INPUTS)
    return { refusal: `These blocks read more than ${MAX_INPUTS} values from outside, which is the most.` };
  const call = { slug: slugOf(blockName), output: kinds.calls.output };
  const { blocks: kept, outputs } = pointOutside(part, call);
  return {
    extracted: extractedDocument(part, kinds, { moved, startName, inputs: inputs.all, outputs, newId }),
    inputs: inputs.all.map(({ name, type, from }) => ({ name, type, from })),
    outputs: [...outputs.values()].flat(),
    replacedBy: (workflowId) =>
      replacedDocument(part, kinds, { kept, blockName, workflowId, inputs: inputs.all, newId }),
  };
}

/** Variables of a run are not handed over in both directions. */
function whyNotVariables(part: SelectedPart): string | null {
  const { document, inside, read, slugs } = part;
  for (const [id, { block, definition }] of read)
    for (const field of definition.fields)
      for (const { text, place } of textsAt(field, block.config[field.name]))
        for (const { slug, path } of referencesAt(text, place, slugs)) {
          if (slug !== RUN_VARIABLES) continue;
          const setters = settersOf(part, path[0]);
          const within = setters.find((setter) => inside.has(setter));
          const without = setters.find((setter) => !inside.has(setter));
          if (within === undefined || (inside.has(id) && without === undefined)) continue;
          const what = path[0] === undefined ? 'variables' : `the variable “${path[0]}”`;
          const name = document.blocks[within]?.name;
          return inside.has(id)
            ? `“${name}” and blocks outside of the selection both set ${what}. Select all of them, or none.`
            : `“${name}” sets ${what}, which “${block.name}” reads outside of the selection.`;
        }
  return null;
}

/** Points what blocks outside read from the part at its call. `outputs`: what they read, by block id. */
function pointOutside(
  part: SelectedPart,
  call: { slug: string; output: string },
): { blocks: Block[]; outputs: Map<string, string[]> } {
  const { document, inside, bySlug, outer } = part;
  const found = new Map<string, Set<string>>();
  const readable = new Set(outer.map(({ id }) => id));
  const blocks = Object.values(document.blocks)
    .filter(({ id }) => !inside.has(id))
    .map((block) =>
      pointReferences(block, part, ({ slug, path }): NewTarget | null => {
        const target = bySlug.get(slug);
        if (target === undefined || !readable.has(target.id)) return null;
        const output = path.length === 0 ? slug : `${slug}.${path[0]}`;
        const known = found.get(target.id) ?? new Set();
        found.set(target.id, known.add(output));
        return {
          to: `${call.slug}.${call.output}.${output}`,
          optional: mayBeSkippedInside(part, target) ? 'steps' : undefined,
        };
      }),
    );
  const outputs = new Map<string, string[]>();
  for (const [id, texts] of found) {
    const whole = [...texts].find((text) => !text.includes('.'));
    outputs.set(id, whole === undefined ? [...texts] : [whole]);
  }
  return { blocks, outputs };
}

interface Moved {
  moved: readonly Block[];
  startName: string;
  inputs: readonly PartInput[];
  outputs: ReadonlyMap<string, readonly string[]>;
  newId: () => string;
}

function extractedDocument(part: SelectedPart, kinds: PartDefinitions, moved: Moved): WorkflowDocument {
  const { document, outer, inside, entries } = part;
  const { newId, inputs, startName } = moved;
  const [left, top] = cornerOf(outer);
  const typed = inputs.flatMap(({ name, type }) => (type === null ? [] : [{ name, type }]));
  const start: Block = {
    id: newId(),
    type: kinds.start.type,
    name: startName,
    position: { x: left - COLUMN_PX, y: top },
    enabled: true,
    config: { [kinds.inputsField]: typed },
  };
  const outerIds = new Set(outer.map(({ id }) => id));
  const blocks = [
    start,
    ...moved.moved.map((block) => (outerIds.has(block.id) ? withoutParent(block) : block)),
  ];
  const edges = [
    ...[...entries].map((target) => edgeBetween(newId(), start.id, onwardPort(kinds.start), target)),
    ...document.edges.filter(({ source, target }) => inside.has(source) && inside.has(target)),
  ];
  const groups = (document.groups ?? []).filter(({ blockIds }) => blockIds.every((id) => inside.has(id)));
  const { settings } = document;
  const extracted: WorkflowDocument = {
    schemaVersion: document.schemaVersion,
    blocks: Object.fromEntries(blocks.map((block) => [block.id, block])),
    edges,
    loops: {},
    parallels: {},
    ...(settings === undefined ? {} : { settings }),
    ...(groups.length === 0 ? {} : { groups }),
  };
  return moved.outputs.size === 0 ? extracted : withResponse(extracted, part, kinds, { ...moved, start });
}

/** Adds the block that hands back what is read outside; it waits for every block that is read. */
function withResponse(
  extracted: WorkflowDocument,
  part: SelectedPart,
  kinds: PartDefinitions,
  { outputs, newId, start }: Moved & { start: Block },
): WorkflowDocument {
  const { outer, read, exits, paths } = part;
  const right = Math.max(...outer.map(({ position, size }) => position.x + (size?.width ?? 0)));
  const [, top] = cornerOf(outer);
  const response: Block = {
    id: newId(),
    type: kinds.response.type,
    name: freeName(part, kinds.response.title.toLowerCase()),
    position: { x: right + COLUMN_PX, y: top },
    enabled: true,
    config: { [kinds.valueField]: valueText(part, outputs) },
  };
  const ends = new Map<string, Pick<Edge, 'source' | 'sourceHandle'>>();
  const addEnd = (source: string, sourceHandle: string) =>
    ends.set(JSON.stringify([source, sourceHandle]), { source, sourceHandle });
  for (const { source, sourceHandle } of exits) addEnd(source, sourceHandle);
  for (const id of outputs.keys())
    for (const port of portsAt(read.get(id)?.ports ?? [], 'success')) addEnd(id, port.id);
  // Without a block that is reached behind it in every way, it follows the start itself too.
  if (!paths.every((path) => leadsOn(path, exits))) addEnd(start.id, onwardPort(kinds.start));
  const added = [...ends.values()].map(({ source, sourceHandle }) =>
    edgeBetween(newId(), source, sourceHandle, response.id),
  );
  return {
    ...extracted,
    blocks: { ...extracted.blocks, [response.id]: response },
    edges: [...extracted.edges, ...added],
  };
}

/** Returns `{"api": {"data": <api.data>}, "list": <list>}`. */
function valueText({ document }: SelectedPart, outputs: Moved['outputs']): string {
  const members = [...outputs].map(([id, texts]) => {
    const slug = slugOf(document.blocks[id]?.name ?? '');
    const [first = ''] = texts;
    if (!first.includes('.')) return `  "${slug}": <${first}>`;
    const inner = texts.map((text) => `    ${JSON.stringify(text.slice(slug.length + 1))}: <${text}>`);
    return `  "${slug}": {\n${inner.join(',\n')}\n  }`;
  });
  return `{\n${members.join(',\n')}\n}`;
}

interface Kept {
  kept: readonly Block[];
  blockName: string;
  workflowId: string;
  inputs: readonly PartInput[];
  newId: () => string;
}

function replacedDocument(
  part: SelectedPart,
  kinds: PartDefinitions,
  { kept, blockName, workflowId, inputs, newId }: Kept,
): { document: WorkflowDocument; blockId: string } {
  const { document, inside, outer, sources, exits, parentId } = part;
  const [x, y] = cornerOf(outer);
  const rows = inputs.map(({ name, from, mayBeMissing, isOptional }) => ({
    name,
    type: 'any',
    value: `<${from}${mayBeMissing || isOptional ? '?' : ''}>`,
  }));
  const call: Block = {
    id: newId(),
    type: kinds.call.type,
    name: blockName,
    position: { x, y },
    enabled: true,
    config: { [kinds.calls.workflow]: workflowId, [kinds.calls.input]: rows },
    ...(parentId === undefined ? {} : { parentId }),
  };
  const byId = new Map(kept.map((block) => [block.id, block]));
  const [firstId = ''] = inside;
  const blocks = Object.keys(document.blocks).flatMap((id) =>
    id === firstId ? [call] : (byId.get(id) ?? []),
  );
  const targets = new Map(exits.map(({ target, targetHandle }) => [`${target} ${targetHandle}`, target]));
  const edges = [
    ...document.edges.filter(({ source, target }) => !inside.has(source) && !inside.has(target)),
    ...sources.map(({ source, sourceHandle }) => edgeBetween(newId(), source, sourceHandle, call.id)),
    ...[...targets.values()].map((target) => edgeBetween(newId(), call.id, onwardPort(kinds.call), target)),
  ];
  return {
    document: tidyGroups({
      ...document,
      blocks: Object.fromEntries(blocks.map((block) => [block.id, block])),
      edges,
    }),
    blockId: call.id,
  };
}

const edgeBetween = (id: string, source: string, sourceHandle: string, target: string): Edge => ({
  id,
  source,
  sourceHandle,
  target,
  targetHandle: 'in',
});

/** Returns the port of a kind that is followed after a success; its defaults have one. */
const onwardPort = ({ ports, config }: PartDefinitions['start']): string =>
  exitsOf(ports(config.parse({})), () => true).passPort;

function withoutParent({ parentId: _, ...block }: Block): Block {
  return block;
}

function cornerOf(blocks: readonly Block[]): [x: number, y: number] {
  const xs = blocks.map(({ position }) => position.x);
  const ys = blocks.map(({ position }) => position.y);
  return [Math.min(...xs), Math.min(...ys)];
}

/** Returns a name that no block of the part has. */
function freeName({ inside, document }: SelectedPart, wanted: string): string {
  const taken = new Set([...inside].map((id) => slugOf(document.blocks[id]?.name ?? '')));
  let name = wanted;
  for (let number = 2; taken.has(slugOf(name)); number += 1) name = `${wanted}${number}`;
  return name;
}
