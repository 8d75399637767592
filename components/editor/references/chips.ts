import { referencesAt, type TextPlace } from '@/lib/core/blocks/whole-outputs-at';
import { findVariables } from '@/lib/core/references/find-references';
import type { Reference, Step } from '@/lib/core/references/grammar';
import { stepText } from '@/lib/core/references/path-text';
import { looksLikeVariable, variableNotFound } from '@/lib/core/references/read-variable';
import { RESERVED_HEADS } from '@/lib/core/references/slug';
import { parseTemplate } from '@/lib/core/references/template';
import { ExactNumber } from '@/lib/platform/text/exact-number';
import {
  isDefault,
  type Known,
  knownOutput,
  originOf,
  type ScopeBlock,
  stepInto,
  typeOf,
} from './known-value';

/** `broken` can't work; `doubtful` may not work: the last value lacks it, or it stays plain text. */
export type ChipLook = 'reference' | 'broken' | 'doubtful' | 'variable';

/** One reference or variable of a text, with its description. Positions are UTF-16 indices. */
export interface Chip {
  start: number;
  end: number;
  look: ChipLook;
  /** The text as written. */
  source: string;
  /** The problem and its solution; null if there is none. */
  reason: string | null;
  /** Empty when it isn't known. */
  type: string;
  /** The origin of the type: a run, a sample, a document; empty when that is obvious. */
  origin: string;
  /** The document's description, if it has one. */
  description?: string;
  /** The last value; absent when it isn't known. */
  last?: { value: unknown };
}

export interface ChipScope {
  /** The block that the field belongs to. */
  self: { slug: string; name: string };
  /** Slug → name of all blocks of the workflow. */
  blocks: ReadonlyMap<string, string>;
  /** The earlier blocks. */
  before: readonly ScopeBlock[];
  /** Undefined while they are not known. */
  variables: readonly string[] | undefined;
  /** The places in the text where whole outputs are references. */
  place?: TextPlace;
}

/** Returns a text's references and variables, in order, including references to unknown blocks. */
export function readChips(text: string, scope: ChipScope): Chip[] {
  if (!text.includes('<') && !text.includes('{{')) return [];
  const known = referencesAt(text, scope.place ?? 'none', new Set(scope.blocks.keys()));
  const taken = new Set(known.map(({ start }) => start));
  const strangers = parseTemplate(text, () => true).parts.flatMap((part) =>
    typeof part !== 'string' && part.kind === 'reference' && !taken.has(part.reference.start)
      ? [part.reference]
      : [],
  );
  const chips = [
    ...known.map((reference) => referenceChip(text, reference, scope)),
    ...strangers
      .filter(({ slug }) => !scope.blocks.has(slug) && !RESERVED_HEADS.has(slug))
      .map((reference) => unknownReferenceChip(text, reference, scope)),
    ...findVariables(text, scope.blocks.keys()).map((variable) => variableChip(text, variable, scope)),
  ].sort((a, b) => a.start - b.start);
  return chips.filter((chip, index) => index === 0 || chip.start >= (chips[index - 1]?.end ?? 0));
}

function referenceChip(text: string, reference: Reference, scope: ChipScope): Chip {
  const { start, end, slug, head, path } = reference;
  const chip: Chip = {
    start,
    end,
    source: text.slice(start, end),
    look: 'reference',
    reason: null,
    type: '',
    origin: '',
  };
  const name = scope.blocks.get(slug);
  const block = scope.before.find((candidate) => candidate.slug === slug);
  const broken = (reason: string): Chip => ({ ...chip, look: 'broken', reason });
  // Values of the run, which are not known here; else of an iteration.
  if (name === undefined && block === undefined)
    return slug === 'variable' ? chip : broken(`<${head}…> is only known inside a ${slug}.`);
  if (slug === scope.self.slug)
    return broken(`“${name}” can’t use its own output. Choose a block before it.`);
  if (block === undefined)
    return broken(
      `“${name}” doesn’t come before “${scope.self.name}”. Connect them, or choose another block.`,
    );
  const field = block.fields.find((candidate) => candidate.name === path[0]);
  if (path.length === 0) return withKnown(chip, reference, block);
  if (field === undefined && !block.isOpen) return broken(unknownOutput(block, String(path[0])));
  return withKnown(chip, reference, block);
}

function withKnown(chip: Chip, { path, head, optional, fallback }: Reference, block: ScopeBlock): Chip {
  let known: Known = knownOutput(block);
  for (const [depth, step] of path.entries()) {
    const next = stepInto(known, step);
    // For a block without an output yet, only its defaults are known.
    const isPartial = depth === 0 && (block.isPartial || block.last === undefined);
    const isLost =
      next === undefined
        ? depth > 0 && lacks(known)
        : next.value === undefined && known.value !== undefined && !isPartial;
    if (isLost) {
      if (isDefault(block, path)) return chip;
      const place = head + path.slice(0, depth).map(stepText).join('');
      const isFine = optional || fallback !== null;
      return isFine
        ? chip
        : { ...chip, look: 'doubtful', reason: lostReason(place, step, known, originOf({}, block, path)) };
    }
    if (next === undefined) return chip;
    known = next;
  }
  const { value, shape } = known;
  return {
    ...chip,
    type: typeOf(known),
    origin: originOf(known, block, path),
    ...(shape?.description === undefined ? {} : { description: shape.description }),
    ...(value === undefined ? {} : { last: { value } }),
  };
}

/** True if the members are known, so that an absent step is missing and not just unknown. */
function lacks({ value, shape }: Known): boolean {
  if (value !== undefined) return true;
  return (
    shape !== undefined && (shape.type === 'object' ? (shape.fields ?? []).length > 0 : isPlain(shape.type))
  );
}

const isPlain = (type: string) => type === 'string' || type === 'number' || type === 'boolean';

function lostReason(place: string, step: Step, { value, shape }: Known, origin: string): string {
  const cure = ' Add “?” before “>” if it may be missing.';
  if (value !== undefined) return `Last time, ${place} had no ${stepWord(step)}${insideOf(value)}.${cure}`;
  const names = (shape?.fields ?? []).map(({ name }) => name);
  const inside = names.length === 0 ? `: it is a ${shape?.type}` : `; it has ${listOf(names)}`;
  const whoSays = origin === '' ? '' : `According to ${origin}, `;
  return `${whoSays}${place} has no ${stepWord(step)}${inside}.${cure}`;
}

function unknownReferenceChip(text: string, { start, end, head }: Reference, scope: ChipScope): Chip {
  const near = [...scope.blocks].find(([slug]) => slug.startsWith(head.toLowerCase().slice(0, 3)));
  const hint = near === undefined ? '' : ` Did you mean “${near[0]}”?`;
  const reason = `No block is called “${head}”, so this stays plain text.${hint}`;
  return { start, end, source: text.slice(start, end), look: 'doubtful', reason, type: '', origin: '' };
}

function variableChip(
  text: string,
  { name, start, end }: { name: string; start: number; end: number },
  { variables }: ChipScope,
): Chip {
  const chip = { start, end, source: text.slice(start, end), type: 'variable', origin: '' };
  if (variables === undefined || variables.includes(name)) return { ...chip, look: 'variable', reason: null };
  return looksLikeVariable(name)
    ? { ...chip, look: 'broken', reason: variableNotFound(name).message }
    : { ...chip, look: 'doubtful', reason: `No variable is called ${name}, so this stays plain text.` };
}

function unknownOutput({ name, fields }: ScopeBlock, output: string): string {
  const names = fields.map((field) => field.name);
  return `“${name}” has no output “${output}”${names.length === 0 ? '' : `; it has ${names.join(', ')}`}.`;
}

const MAX_KEYS = 8;

function insideOf(value: unknown): string {
  if (Array.isArray(value)) return `: it is a list of ${value.length}`;
  if (value instanceof ExactNumber) return ': it is a number';
  if (value === null || typeof value !== 'object')
    return `: it is ${value === null ? 'null' : `a ${typeof value}`}`;
  const keys = Object.keys(value);
  if (keys.length === 0) return ': it is empty';
  return `; it had ${listOf(keys)}`;
}

const listOf = (names: readonly string[]) =>
  `${names.slice(0, MAX_KEYS).join(', ')}${names.length > MAX_KEYS ? ', …' : ''}`;

const stepWord = (step: Step) => (typeof step === 'number' ? `item ${step}` : `“${step}”`);
