import { referencesAt, type TextPlace, wholeIn } from '@/lib/core/blocks/whole-outputs-at';
import { knownHeads } from '@/lib/core/references/find-references';
import { isPlainName, type Reference } from '@/lib/core/references/grammar';
import { repairUnread, tidyReference } from '@/lib/core/references/repair-reference';
import { RUN_VARIABLES, slugOf } from '@/lib/core/references/slug';
import { parseTemplate } from '@/lib/core/references/template';
import { findUnread, looseWords, type UnreadReference } from '@/lib/core/references/unread-references';
import { WholePlaces } from '@/lib/core/references/whole-outputs';
import { containersAround, graphOf } from '@/lib/core/workflow/graph';
import {
  type Block,
  fieldOfPlace,
  type WorkflowDocument,
  type WorkflowProblem,
} from '@/lib/core/workflow/schema';
import { closest } from '@/lib/platform/text/closest';
import { definitionOf, outputsOf } from './definition-of';
import { changeTexts } from './edit-blocks';
import type { QuickFix } from './quick-fix';

/** Returns fixes for the text of a reference, independent of the blocks around. */
export function referenceFixes(
  document: WorkflowDocument,
  block: Block,
  problem: WorkflowProblem,
): QuickFix[] {
  const slugs = new Set(Object.values(document.blocks).map(({ name }) => slugOf(name)));
  const field = problem.field === undefined ? undefined : fieldOfPlace(problem.field);
  if (field === undefined) return [];
  const written: Written = { document, block, field, slugs };
  switch (problem.code) {
    case 'REF_OUTPUT_UNKNOWN':
      return withKnownOutput(written, problem.unknown ?? '');
    case 'REF_TO_ITSELF':
      return withoutItself(written);
    case 'REF_LOOSE':
      return inBrackets(written, problem.message);
    case 'REF_NOT_UNDERSTOOD':
      return asMeant(written, problem.message);
    default:
      return [];
  }
}

/** A field of a block, in the document that its references are read in. */
interface Written {
  document: WorkflowDocument;
  block: Block;
  field: string;
  slugs: ReadonlySet<string>;
}

type ChangeText = (text: string, place: TextPlace) => string;

const fixOf = ({ block, field }: Written, label: string, change: ChangeText): QuickFix => ({
  label: shown(label),
  apply: (now) => {
    const before = now.blocks[block.id];
    const config = before === undefined ? undefined : changeTexts(before, change, field);
    if (before === undefined || config === undefined || config === before.config) return now;
    return { ...now, blocks: { ...now.blocks, [block.id]: { ...before, config } } };
  },
});

const LONGEST_LABEL = 60;
const shown = (label: string) => (label.length > LONGEST_LABEL ? `${label.slice(0, LONGEST_LABEL)}…` : label);

/** Replaces the references of a text for which another is given; the rest stays. */
function replaced(
  references: readonly Reference[],
  text: string,
  other: (reference: Reference) => string | null,
): string {
  let done = '';
  let cursor = 0;
  for (const reference of references) {
    const next = other(reference);
    if (next === null) continue;
    done += text.slice(cursor, reference.start) + next;
    cursor = reference.end;
  }
  return done + text.slice(cursor);
}

/** Returns the first result found in the texts of the field. */
function firstIn<Found>(
  { block, field }: Written,
  find: (text: string, place: TextPlace) => Found | undefined,
) {
  let found: Found | undefined;
  const look: ChangeText = (text, place) => {
    if (text.includes('<')) found ??= find(text, place);
    return text;
  };
  changeTexts(block, look, field);
  return found;
}

/** The most choices that are easy to read. */
const MOST_CHOICES = 3;

/** Replaces an unknown output by the one with the nearest spelling; else offers one of a few. */
function withKnownOutput(written: Written, unknown: string): QuickFix[] {
  const dot = unknown.indexOf('.');
  const [head, output] = [unknown.slice(0, dot), unknown.slice(dot + 1)];
  const names = outputNames(written, slugOf(head));
  const near = closest(output, names);
  const choices = near === null ? likelyOnes(names) : [near];
  return choices.map((name) =>
    fixOf(written, `Use <${head}.${name}>`, (text, place) =>
      replaced(referencesAt(text, place, written.slugs), text, ({ start, end, slug, path, ...reference }) => {
        if (slug !== slugOf(head) || String(path[0]) !== output) return null;
        const rest = start + `<${reference.head}.${output}`.length;
        return `<${reference.head}.${name}${text.slice(rest, end)}`;
      }),
    ),
  );
}

/** Leaves out the error output, which is unlikely to be meant by another name. */
const likelyOnes = (names: readonly string[]): string[] =>
  names.filter((name) => name !== 'error').slice(0, MOST_CHOICES);

/** Returns the names that can follow a head: a block's, the run's variables or those of an iteration. */
function outputNames({ document, block }: Written, slug: string): string[] {
  const blocks = Object.values(document.blocks);
  const target = blocks.find(({ name }) => slugOf(name) === slug);
  if (target !== undefined) return plainNames(outputsOf(target));
  if (slug === RUN_VARIABLES) {
    const setters = blocks.filter(({ type, enabled }) => enabled && definitionOf(type)?.sets === 'variables');
    return plainNames(setters.flatMap(outputsOf));
  }
  const around = [block.id, ...containersAround(graphOf(document), block.id)];
  const kinds = around.map((id) => definitionOf(document.blocks[id]?.type ?? '')?.container);
  return plainNames(kinds.find((container) => container?.kind === slug)?.iterationOutputs ?? []);
}

const plainNames = (outputs: ReadonlyArray<{ name: string }>): string[] => [
  ...new Set(outputs.map(({ name }) => name).filter(isPlainName)),
];

/** Removes a block's references to itself (null as a value): it has no output before it ran. */
function withoutItself(written: Written): QuickFix[] {
  const own = slugOf(written.block.name);
  const ownIn = (text: string, place: TextPlace) =>
    referencesAt(text, place, written.slugs).filter(({ slug }) => slug === own);
  const sources = new Set<string>();
  firstIn(written, (text, place) => {
    for (const { start, end } of ownIn(text, place)) sources.add(text.slice(start, end));
    return undefined;
  });
  const [source, ...others] = sources;
  if (source === undefined) return [];
  const label = others.length === 0 ? `Remove ${source}` : 'Remove the references to itself';
  return [fixOf(written, label, (text, place) => withoutOwn(written, text, place))];
}

function withoutOwn({ block, slugs }: Written, text: string, place: TextPlace): string {
  const own = slugOf(block.name);
  const whole = wholeIn(text, place, knownHeads(slugs));
  const places = new WholePlaces(text, whole);
  return replaced(referencesAt(text, place, slugs), text, (reference) => {
    const isValue = (whole === 'json' || whole === 'code') && places.mayStand(reference, 0);
    places.pass(reference);
    return reference.slug === own ? (isValue ? 'null' : '') : null;
  });
}

/** Writes the reference in the form that the problem's message names. */
function inBrackets(written: Written, message: string): QuickFix[] {
  const looseIn = (text: string, place: TextPlace) =>
    referencesAt(text, place, written.slugs).filter((reference) => looseWords(reference) === message);
  const first = firstIn(written, (text, place) => looseIn(text, place)[0]);
  if (first === undefined) return [];
  return [
    fixOf(written, `Write ${tidyReference(first)}`, (text, place) =>
      replaced(looseIn(text, place), text, tidyReference),
    ),
  ];
}

/** The most repairs in one text, which is parsed again after each. */
const MOST_MENDED = 50;

/** Replaces text that begins like a reference but isn't one by the reference likely meant. */
function asMeant(written: Written, message: string): QuickFix[] {
  const isKnownHead = knownHeads(written.slugs);
  const mending = {
    isKnownHead,
    outputsOf: (slug: string) => likelyOnes(outputNames(written, slug)),
  };
  const unreadIn = (text: string, place: TextPlace): UnreadReference | undefined => {
    const template = parseTemplate(text, isKnownHead, 'ours', wholeIn(text, place, isKnownHead));
    return findUnread(template, isKnownHead).find((unread) => unread.message === message);
  };
  const proposed = firstIn(written, (text, place) => {
    const unread = unreadIn(text, place);
    return unread && repairUnread(text, unread.start, mending);
  });
  return (proposed ?? []).map(({ text: label }, choice) =>
    fixOf(written, `Use ${label}`, (before, place) => {
      let text = before;
      for (let round = 0; round < MOST_MENDED; round += 1) {
        const unread = text.includes('<') ? unreadIn(text, place) : undefined;
        const mended = unread && repairUnread(text, unread.start, mending)[choice];
        if (unread === undefined || mended === undefined) break;
        text = text.slice(0, unread.start) + mended.text + text.slice(mended.end);
      }
      return text;
    }),
  );
}
