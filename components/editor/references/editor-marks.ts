import { type EditorState, type Range, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { findJsonProblem, type TextProblem } from '../code/json-problem';
import type { CodeLanguage } from '../code/languages';
import { findScriptProblem } from '../code/script-problem';
import { type Chip, type ChipScope, readChips } from './chips';
import { readUnread } from './unread-marks';

/** The language of the text; problems are shown while it is typed. */
export type TextLanguage = 'text' | CodeLanguage;

interface MarkInput {
  /** Null if nothing in the text is a reference. */
  scope: ChipScope | null;
  language: TextLanguage;
  /** The check of a language that is only loaded for its texts. */
  findProblem?: FindProblem | undefined;
}

/** Returns the first problem of a text; holes are its references and variables. */
export type FindProblem = (text: string, holes: readonly Chip[]) => TextProblem | null;

interface Marks extends MarkInput {
  chips: readonly Chip[];
  /** Texts that begin as references and are none: marked, but edited as any text. */
  unread: readonly Chip[];
  chipSet: DecorationSet;
  unreadSet: DecorationSet;
  problemSet: DecorationSet;
  problem: TextProblem | null;
}

/** Longer texts get no marks, so that typing stays fast. */
const MAX_MARKED_CHARACTERS = 200_000;

export const setMarkInput = StateEffect.define<MarkInput>();

/** The chips of the current text, and its first problem. */
export const marksField = StateField.define<Marks>({
  create: (state) => readMarks(state, { scope: null, language: 'text' }),
  update(marks, transaction) {
    const input = transaction.effects.find((effect) => effect.is(setMarkInput))?.value;
    if (input === undefined && !transaction.docChanged) return marks;
    return readMarks(transaction.state, input ?? marks);
  },
  provide: (field) => [
    EditorView.decorations.from(field, (marks) => marks.problemSet),
    EditorView.decorations.from(field, (marks) => marks.unreadSet),
    EditorView.decorations.from(field, (marks) => marks.chipSet),
    EditorView.atomicRanges.of((view) => view.state.field(field).chipSet),
  ],
});

/** Returns the chip that contains a place, its ends included. */
export const chipAt = (state: EditorState, at: number): Chip | undefined =>
  state.field(marksField).chips.find(({ start, end }) => at >= start && at <= end);

/** Returns what a place says about itself: of a chip, or of a text that was meant as one. */
export const notedAt = (state: EditorState, at: number): Chip | undefined =>
  chipAt(state, at) ?? state.field(marksField).unread.find(({ start, end }) => at >= start && at <= end);

/** Returns the chip that begins, ends or is selected exactly here. */
export function chipTouching(state: EditorState): Chip | null {
  const { from, to } = state.selection.main;
  const { chips } = state.field(marksField);
  const touches = ({ start, end }: Chip) =>
    from === to ? from === start || from === end : from === start && to === end;
  return chips.find((chip) => touches(chip) && chip.end === to) ?? chips.find(touches) ?? null;
}

function readMarks(state: EditorState, { scope, language, findProblem }: MarkInput): Marks {
  const text = state.doc.toString();
  const isMarked = text.length <= MAX_MARKED_CHARACTERS;
  const chips = isMarked && scope !== null ? readChips(text, scope) : [];
  const unread = isMarked && scope !== null ? readUnread(text, scope) : [];
  const holes = chips.filter((chip) => !staysText(chip, scope));
  const problem = isMarked ? (findProblem ?? problemIn(language))(text, holes) : null;
  return {
    scope,
    language,
    findProblem,
    chips,
    unread,
    problem,
    chipSet: Decoration.set(chips.map((chip) => CHIP[chip.look].range(chip.start, chip.end))),
    unreadSet: Decoration.set(unread.map(({ start, end }) => UNREAD.range(start, end))),
    problemSet: Decoration.set(problem === null ? [] : problemRange(problem)),
  };
}

const problemIn =
  (language: TextLanguage): FindProblem =>
  (text, holes) => {
    if (language === 'text' || language === 'graphql') return null;
    return language === 'json' ? findJsonProblem(text, holes) : findScriptProblem(text, holes, language);
  };

/** True for a chip that isn't a reference in a run; in JSON it is not a value of its own either. */
function staysText({ look, source }: Chip, scope: ChipScope | null): boolean {
  const head = /^<([\w-]+)/.exec(source)?.[1]?.toLowerCase();
  return look === 'doubtful' && (head === undefined || scope?.blocks.has(head) !== true);
}

const CHIP: Record<Chip['look'], Decoration> = {
  reference: Decoration.mark({ class: 'ref-chip' }),
  broken: Decoration.mark({ class: 'ref-chip ref-chip-broken' }),
  doubtful: Decoration.mark({ class: 'ref-chip ref-chip-doubtful' }),
  variable: Decoration.mark({ class: 'ref-chip ref-chip-variable' }),
};

const UNREAD = Decoration.mark({ class: 'text-unread' });
const PROBLEM = Decoration.mark({ class: 'text-problem' });

const problemRange = ({ start, end }: TextProblem): Range<Decoration>[] =>
  end > start ? [PROBLEM.range(start, end)] : [];
