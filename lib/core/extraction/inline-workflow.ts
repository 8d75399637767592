import { z } from 'zod';
import { type BlockDefinitions, blockDefinitions } from '../blocks/registry/definitions';
import { exitsOf } from '../graph-walk/exits';
import { isPlainName, type Reference, type Step } from '../references/grammar';
import { pathText, wholeReference } from '../references/path-text';
import { RESERVED_HEADS, slugOf } from '../references/slug';
import { graphOf } from '../workflow/graph';
import { tidyGroups } from '../workflow/groups';
import { sameJson } from '../workflow/same-json';
import { type Block, type Edge, MAX_BLOCKS, MAX_EDGES, type WorkflowDocument } from '../workflow/schema';
import { type CalledPart, calledPart } from './called-part';
import { type PartDefinitions, partDefinitions } from './part-definitions';
import { type NewTarget, pointReferences } from './point-references';
import { valueParts } from './value-parts';

export interface InlineOptions {
  /** Makes ids of blocks and edges. */
  newId: () => string;
  definitions?: BlockDefinitions;
}

/** Ends the work with words for the author. */
class Refused extends Error {}

/**
 * Replaces a block that calls a workflow by that workflow's own blocks: the inverse of `extractBlocks`.
 * `called`: the document that the block runs. Returns the ids of the blocks that took its place, or why that
 * isn't possible, in words for the author.
 */
export function inlineWorkflow(
  document: WorkflowDocument,
  blockId: string,
  called: WorkflowDocument,
  { newId, definitions = blockDefinitions }: InlineOptions,
): { document: WorkflowDocument; ids: string[] } | { refusal: string } {
  const call = document.blocks[blockId];
  const kinds = partDefinitions(definitions);
  if (call === undefined || call.type !== kinds.call.type) return { refusal: 'This block runs no workflow.' };
  const part = calledPart(called, definitions);
  const refusal = typeof part === 'string' ? part : whyNotInline(document, call, part, definitions);
  if (typeof part === 'string' || refusal !== null) return { refusal: refusal ?? '' };
  try {
    return new Inlining(document, call, part, { kinds, definitions, newId }).result();
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.message };
    throw error;
  }
}

function whyNotInline(
  document: WorkflowDocument,
  call: Block,
  part: CalledPart,
  definitions: BlockDefinitions,
): string | null {
  if (!call.enabled) return `“${call.name}” is disabled. Enable it first.`;
  const { outgoing, incoming } = graphOf(document);
  const ports = definitions.get(call.type)?.ports({}) ?? [];
  const connected = new Set(outgoing.get(call.id)?.map(({ sourceHandle }) => sourceHandle));
  if (exitsOf(ports, (port) => connected.has(port)).errorPort !== null)
    return `The error port of “${call.name}” handles every failure of the workflow; single blocks would each need theirs.`;
  const { agents } = part.document.settings ?? {};
  if (agents !== undefined && !sameJson(agents, document.settings?.agents))
    return 'It has limits of its own for its agents, which would not hold here.';
  const setsVariables = [...part.read.values()].some(({ definition }) => definition.sets === 'variables');
  const hasVariables = Object.values(document.blocks).some(
    ({ type }) => definitions.get(type)?.sets === 'variables',
  );
  if (setsVariables && (hasVariables || call.parentId !== undefined))
    return 'It sets variables of its run, which would mix with those of this workflow.';
  const begins = (incoming.get(call.id) ?? []).length === 0;
  if (begins && part.ends.some(({ source }) => source === part.start.id))
    return `Nothing leads to “${call.name}”. Connect it first.`;
  const blocks = Object.keys(document.blocks).length + part.moved.length;
  const edges = document.edges.length + part.document.edges.length;
  if (blocks > MAX_BLOCKS || edges > MAX_EDGES)
    return `This workflow would have more than ${MAX_BLOCKS} blocks or ${MAX_EDGES} connections.`;
  return null;
}

interface Tools {
  kinds: PartDefinitions;
  definitions: BlockDefinitions;
  newId: () => string;
}

class Inlining {
  /** New ids and slugs of the blocks that come along, by their old ids. */
  readonly #ids = new Map<string, string>();
  readonly #names = new Map<string, string>();
  /** The slugs of the workflow that calls. */
  readonly #slugs: ReadonlySet<string>;

  constructor(
    readonly document: WorkflowDocument,
    readonly call: Block,
    readonly part: CalledPart,
    readonly tools: Tools,
  ) {
    this.#slugs = new Set(Object.values(document.blocks).map(({ name }) => slugOf(name)));
    const taken = new Set(
      Object.values(document.blocks).flatMap(({ id, name }) => (id === call.id ? [] : [slugOf(name)])),
    );
    for (const { id, name } of part.moved) {
      const free = freeName(name, taken);
      taken.add(slugOf(free));
      this.#ids.set(id, tools.newId());
      this.#names.set(id, free);
    }
  }

  result(): { document: WorkflowDocument; ids: string[] } {
    const { document, call, part } = this;
    const moved = this.#movedBlocks();
    const kept = Object.values(document.blocks)
      .filter(({ id }) => id !== call.id)
      .map((block) => this.#pointedAtParts(block));
    const groups = (part.document.groups ?? []).map((group) => ({
      ...group,
      id: this.tools.newId(),
      blockIds: group.blockIds.flatMap((id) => this.#ids.get(id) ?? []),
    }));
    const blocks = [...kept, ...moved];
    const changed = {
      ...document,
      blocks: Object.fromEntries(blocks.map((block) => [block.id, block])),
      edges: this.#edges(),
      ...(groups.length === 0 ? {} : { groups: [...(document.groups ?? []), ...groups] }),
    };
    return {
      document: tidyGroups(changed),
      ids: moved.filter(({ parentId }) => parentId === call.parentId).map(({ id }) => id),
    };
  }

  #movedBlocks(): Block[] {
    const { part, call } = this;
    const outer = part.moved.filter(({ parentId }) => parentId === undefined);
    const left = Math.min(...outer.map(({ position }) => position.x));
    const top = Math.min(...outer.map(({ position }) => position.y));
    return part.moved.flatMap((block) => {
      // A note can't lie in a container.
      if (call.parentId !== undefined && part.read.get(block.id)?.definition.note) return [];
      const { parentId, ...bare } = this.#pointedAtCaller(block);
      const position =
        parentId === undefined
          ? { x: call.position.x + block.position.x - left, y: call.position.y + block.position.y - top }
          : block.position;
      const home = parentId === undefined ? call.parentId : this.#ids.get(parentId);
      const id = this.#ids.get(block.id)!;
      const name = this.#names.get(block.id)!;
      return [{ ...bare, id, name, position, ...(home === undefined ? {} : { parentId: home }) }];
    });
  }

  #edges(): Edge[] {
    const { document, call, part } = this;
    const { incoming, outgoing } = graphOf(document);
    const sources = incoming.get(call.id) ?? [];
    const edges = new Map<string, Edge>();
    const add = (source: string, sourceHandle: string, target: string) =>
      edges.set(JSON.stringify([source, sourceHandle, target]), {
        id: this.tools.newId(),
        source,
        sourceHandle,
        target,
        targetHandle: 'in',
      });
    /** The start of the called workflow is where this one comes to the call. */
    const addFrom = (source: string, sourceHandle: string, target: string) => {
      const id = this.#ids.get(source);
      if (id !== undefined) add(id, sourceHandle, target);
      else if (source === part.start.id)
        for (const each of sources) add(each.source, each.sourceHandle, target);
    };
    for (const { source, sourceHandle, target } of part.document.edges) {
      const to = this.#ids.get(target);
      if (to !== undefined) addFrom(source, sourceHandle, to);
    }
    for (const { target } of outgoing.get(call.id) ?? [])
      for (const { source, sourceHandle } of part.ends) addFrom(source, sourceHandle, target);
    const others = document.edges.filter(({ source, target }) => source !== call.id && target !== call.id);
    return [...others, ...edges.values()];
  }

  /** Points what a block that comes along reads at the new names, and its inputs at what was handed over. */
  #pointedAtCaller(block: Block): Block {
    const { part, tools } = this;
    const pointing = { definitions: tools.definitions, slugs: part.slugs };
    return pointReferences(block, pointing, (reference, _, mayBeWhole) => {
      const source = part.bySlug.get(reference.slug);
      if (source === undefined) return null;
      return source === part.start
        ? this.#handedOver(block, reference, mayBeWhole)
        : this.#renamed(source, reference);
    });
  }

  #renamed(source: Block, { path }: Reference): NewTarget {
    const name = this.#names.get(source.id);
    if (name === undefined) throw new Refused(`“${source.name}” is not copied, but another block reads it.`);
    return { to: slugOf(name) + pathText(path.slice(0, 1)) };
  }

  /** Returns what the call hands over for an input, and the steps of a reference behind it. */
  #handedOver(block: Block, { path, optional, fallback }: Reference, mayBeWhole: () => boolean): NewTarget {
    const { call, tools } = this;
    const [input, ...rest] = path;
    if (input === undefined)
      throw new Refused(`“${block.name}” reads the whole input of the workflow, not single values.`);
    const rows = call.config[tools.kinds.calls.input];
    const row = ValueRows.safeParse(rows).data?.find(({ name }) => name === input);
    if (row === undefined)
      throw new Refused(`“${block.name}” reads the input “${input}”, which “${call.name}” doesn’t pass.`);
    const given = wholeReference(String(row.value).trim());
    const isKnown = given !== null && (RESERVED_HEADS.has(given.slug) || this.#slugs.has(given.slug));
    const steps = [...(given?.path ?? []), ...rest];
    if (
      given === null ||
      !isKnown ||
      given.modifier !== null ||
      given.fallback !== null ||
      !isWritable(steps, mayBeWhole)
    )
      throw new Refused(
        `“${block.name}” reads the input “${input}”, for which “${call.name}” passes more than one output ` +
          'of a block. Make the value in a block before it.',
      );
    return {
      to: given.head + pathText(steps),
      isWholePath: true,
      optional: given.optional && !optional && fallback === null ? 'always' : undefined,
    };
  }

  /** Points what a block of this workflow reads from the call at the blocks whose outputs that was. */
  #pointedAtParts(block: Block): Block {
    const { call, part, tools } = this;
    const text = part.response?.config[tools.kinds.valueField];
    const followed = valueParts(typeof text === 'string' ? text : '', part.slugs);
    const pointing = { definitions: tools.definitions, slugs: this.#slugs };
    return pointReferences(block, pointing, ({ slug, path, ...ending }, _, mayBeWhole): NewTarget | null => {
      if (slug !== slugOf(call.name)) return null;
      const [output, ...rest] = path;
      if (output !== tools.kinds.calls.output)
        throw new Refused(`“${block.name}” reads more of “${call.name}” than the output of its workflow.`);
      const found = followed(rest);
      const source = found === null ? undefined : part.bySlug.get(found.reference.slug);
      if (found === null || source === undefined || !isPlain(found.reference))
        throw new Refused(
          `“${block.name}” reads <${slug}${pathText(path)}>, which is no output of one block of the workflow.`,
        );
      const steps = [...found.reference.path, ...found.rest];
      // A response may hand back an input as it came.
      if (source === part.start)
        return this.#handedOver(block, { ...ending, ...found.reference, path: steps }, mayBeWhole);
      if (!isWritable(steps, mayBeWhole))
        throw new Refused(`“${block.name}” reads the whole output of “${source.name}” inside other text.`);
      return {
        to: slugOf(this.#names.get(source.id) ?? '') + pathText(steps),
        isWholePath: true,
        optional: found.reference.optional ? 'always' : undefined,
      };
    });
  }
}

/** A value may be written as such instead of as text. */
const ValueRows = z.array(z.object({ name: z.string(), value: z.unknown() }));

const isPlain = ({ fallback, modifier }: Reference): boolean => fallback === null && modifier === null;

/** The first step of a reference is an output's name; without any, a whole output must be possible there. */
const isWritable = ([first]: readonly Step[], mayBeWhole: () => boolean): boolean =>
  first === undefined ? mayBeWhole() : typeof first === 'string' && isPlainName(first);

/** Leaves room for a number in the 64 characters of a name. */
const LONGEST_STEM = 58;

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(slugOf(free)); number += 1) free = `${name.slice(0, LONGEST_STEM)}${number}`;
  return free;
}
