import type { Field } from '../blocks/field';
import { INPUT_TYPES, type InputType } from '../blocks/start/input-field';
import type { Reference } from '../references/grammar';
import { RUN_VARIABLES } from '../references/slug';
import { containersAround } from '../workflow/graph';
import type { Block } from '../workflow/schema';
import { mayBeSkippedBefore } from './may-be-skipped';
import type { SelectedPart } from './selected-part';

/** A value from outside that the part reads. */
export interface PartInput {
  name: string;
  /** Null if it may be of any type. */
  type: InputType | null;
  /** What is read outside: `api.data`, or `api` for a whole output. */
  from: string;
  mayBeMissing: boolean;
  /** True if a reference in the part copes with its absence. */
  isOptional: boolean;
}

/** Names the values that the part reads from outside, each once. */
export class PartInputs {
  readonly #inputs = new Map<string, PartInput>();
  readonly #names = new Set<string>();

  constructor(readonly part: SelectedPart) {}

  get all(): readonly PartInput[] {
    return [...this.#inputs.values()];
  }

  /** Returns the input that a reference of a block in the part reads; null if it reads from the part. */
  inputOf(reference: Reference, block: Block, field: Field | undefined): PartInput | null {
    const { slug, path, optional, fallback } = reference;
    const source = this.#sourceOf(reference, block, field);
    if (source === null) return null;
    const from = path.length === 0 ? slug : `${slug}.${path[0]}`;
    const known = this.#inputs.get(from) ?? this.#add(from, reference, source);
    known.isOptional ||= optional || fallback !== null;
    return known;
  }

  /** Returns the block outside that a reference names; `other` for one that no block outside has. */
  #sourceOf({ slug, path }: Reference, block: Block, field: Field | undefined): Block | 'other' | null {
    const { bySlug, inside, graph, read } = this.part;
    const target = bySlug.get(slug);
    if (target !== undefined) return inside.has(target.id) ? null : target;
    if (slug === RUN_VARIABLES)
      return settersOf(this.part, path[0]).some((id) => inside.has(id)) ? null : 'other';
    const around = containersAround(graph, block.id);
    const container = (field?.perIteration ? [block.id, ...around] : around).find(
      (id) => read.get(id)?.definition.container?.kind === slug,
    );
    return container === undefined || inside.has(container) ? null : 'other';
  }

  #add(from: string, { slug, path }: Reference, source: Block | 'other'): PartInput {
    const output = path[0];
    const found = source === 'other' ? undefined : this.part.read.get(source.id);
    const isAround = source !== 'other' && this.#isAround(source.id);
    const declared = isAround ? undefined : found?.outputs.find(({ name }) => name === output)?.type;
    const type = INPUT_TYPES.find((each) => each === declared) ?? null;
    // Outputs of the start are inputs already, and keep their names.
    const wanted =
      output === undefined ? slug : found?.definition.trigger ? String(output) : `${slug}_${output}`;
    const input = {
      name: this.#freeName(wanted),
      type,
      from,
      mayBeMissing: source !== 'other' && !isAround && mayBeSkippedBefore(this.part, source),
      isOptional: false,
    };
    this.#inputs.set(from, input);
    return input;
  }

  #isAround(id: string): boolean {
    const { parentId, graph } = this.part;
    return parentId !== undefined && (id === parentId || containersAround(graph, parentId).includes(id));
  }

  #freeName(wanted: string): string {
    const plain = wanted.replace(/[^A-Za-z0-9_$-]/g, '_').replace(/^(?![A-Za-z_$])/, '_');
    const stem = plain.slice(0, LONGEST_STEM);
    let name = stem;
    for (let number = 2; this.#names.has(name); number += 1) name = `${stem}${number}`;
    this.#names.add(name);
    return name;
  }
}

/** Leaves room for a number in the 64 characters of a name. */
const LONGEST_STEM = 58;

/** Returns the enabled blocks that set a variable of the run, or any variable if no name is given. */
export function settersOf({ read }: SelectedPart, name: string | number | undefined): string[] {
  return [...read].flatMap(([id, { definition, block, outputs }]) => {
    if (definition.sets !== 'variables' || !block.enabled) return [];
    return name === undefined || outputs.some((output) => output.name === name) ? [id] : [];
  });
}
