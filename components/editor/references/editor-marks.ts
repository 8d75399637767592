import { type EditorState, type Range, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { findJsonProblem, type TextProblem } from '../code/json-problem';
import type { CodeLanguage } from '../code/languages';
import { findScriptProblem } from '../code/script-problem';
import { type Chip, type ChipScope, readChips } from './chips';

/** What the text is read as: problems are said while it is written. */
export type TextLanguage = 'text' | CodeLanguage;

interface MarkInput {
  /** Null where nothing is a reference. */
  scope: ChipScope | null;
  language: TextLanguage;
  /** Of a language that is only known where it is written. */
  findProblem?: FindProblem | undefined;
}

/** The first place where a text is wrong; holes are its references and variables. */
export type FindProblem = (text: string, holes: readonly Chip[]) => TextProblem | null;

interface Marks extends MarkInput {
  chips: readonly Chip[];
  chipSet: DecorationSet;
  problemSet: DecorationSet;
  problem: TextProblem | null;
}

/** Longer texts stay without marks, so that typing stays quick. */
const MAX_MARKED_CHARACTERS = 200_000;

export const setMarkInput = StateEffect.define<MarkInput>();

/** The chips of the text as it stands, and where it goes wrong. */
export const marksField = StateField.define<Marks>({
  create: (state) => readMarks(state, { scope: null, language: 'text' }),
  update(marks, transaction) {
    const input = transaction.effects.find((effect) => effect.is(setMarkInput))?.value;
    if (input === undefined && !transaction.docChanged) return marks;
    return readMarks(transaction.state, input ?? marks);
  },
  provide: (field) => [
    EditorView.decorations.from(field, (marks) => marks.problemSet),
    EditorView.decorations.from(field, (marks) => marks.chipSet),
    EditorView.atomicRanges.of((view) => view.state.field(field).chipSet),
  ],
});

/** The chip in whose text a place is, its ends included. */
export const chipAt = (state: EditorState, at: number): Chip | undefined =>
  state.field(marksField).chips.find(({ start, end }) => at >= start && at <= end);

/** The chip that begins, ends or is selected exactly here. */
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
  const holes = chips.filter((chip) => !staysText(chip, scope));
  const problem = isMarked ? (findProblem ?? problemIn(language))(text, holes) : null;
  return {
    scope,
    language,
    findProblem,
    chips,
    problem,
    chipSet: Decoration.set(chips.map((chip) => CHIP[chip.look].range(chip.start, chip.end))),
    problemSet: Decoration.set(problem === null ? [] : problemRange(problem)),
  };
}

const problemIn =
  (language: TextLanguage): FindProblem =>
  (text, holes) => {
    if (language === 'text' || language === 'graphql') return null;
    return language === 'json' ? findJsonProblem(text, holes) : findScriptProblem(text, holes, language);
  };

/** What looks like a reference, but is none in a run: no value of its own in JSON either. */
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

const PROBLEM = Decoration.mark({ class: 'text-problem' });

const problemRange = ({ start, end }: TextProblem): Range<Decoration>[] =>
  end > start ? [PROBLEM.range(start, end)] : [];
