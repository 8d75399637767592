import { type EditorState, type Range, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { type Chip, type ChipScope, readChips } from './chips';
import { findJsonProblem, type TextProblem } from './json-problem';
import { type JsonToken, readJsonTokens } from './json-tokens';
import { readScript, type ScriptKind, type ScriptSyntax } from './script-syntax';

/** What the text is read as: colours, and problems said while it is written. */
export type TextLanguage = 'text' | 'json' | ScriptKind;

interface MarkInput {
  /** Null where nothing is a reference. */
  scope: ChipScope | null;
  language: TextLanguage;
}

interface Marks extends MarkInput {
  chips: readonly Chip[];
  chipSet: DecorationSet;
  syntax: DecorationSet;
  problem: TextProblem | null;
}

/** Longer texts stay without colours, so that typing stays quick. */
const MAX_MARKED_CHARACTERS = 200_000;

export const setMarkInput = StateEffect.define<MarkInput>();

/** The chips and colours of the text as it stands. */
export const marksField = StateField.define<Marks>({
  create: (state) => readMarks(state, { scope: null, language: 'text' }),
  update(marks, transaction) {
    const input = transaction.effects.find((effect) => effect.is(setMarkInput))?.value;
    if (input === undefined && !transaction.docChanged) return marks;
    return readMarks(transaction.state, input ?? marks);
  },
  provide: (field) => [
    EditorView.decorations.from(field, (marks) => marks.syntax),
    EditorView.decorations.from(field, (marks) => marks.chipSet),
    EditorView.atomicRanges.of((view) => view.state.field(field).chipSet),
  ],
});

/** The chip that begins, ends or is selected exactly here. */
export function chipTouching(state: EditorState): Chip | null {
  const { from, to } = state.selection.main;
  const { chips } = state.field(marksField);
  const touches = ({ start, end }: Chip) =>
    from === to ? from === start || from === end : from === start && to === end;
  return chips.find((chip) => touches(chip) && chip.end === to) ?? chips.find(touches) ?? null;
}

function readMarks(state: EditorState, { scope, language }: MarkInput): Marks {
  const text = state.doc.toString();
  const isMarked = text.length <= MAX_MARKED_CHARACTERS;
  const chips = isMarked && scope !== null ? readChips(text, scope) : [];
  const holes = chips.filter((chip) => !staysText(chip, scope));
  const { tokens, problem } = readSyntax(text, holes, isMarked ? language : 'text');
  return {
    scope,
    language,
    chips,
    problem,
    chipSet: Decoration.set(chips.map((chip) => CHIP[chip.look].range(chip.start, chip.end))),
    syntax: Decoration.set(syntaxRanges(tokens, problem), true),
  };
}

function readSyntax(text: string, holes: readonly Chip[], language: TextLanguage): ScriptSyntax {
  if (language === 'text') return { tokens: [], problem: null };
  if (language !== 'json') return readScript(text, holes, language);
  return { tokens: readJsonTokens(text, holes), problem: findJsonProblem(text, holes) };
}

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

const SYNTAX: Partial<Record<JsonToken['kind'], Decoration>> = {
  key: Decoration.mark({ class: 'json-key' }),
  string: Decoration.mark({ class: 'json-string' }),
  number: Decoration.mark({ class: 'json-number' }),
  word: Decoration.mark({ class: 'json-word' }),
  mark: Decoration.mark({ class: 'json-mark' }),
};
const PROBLEM = Decoration.mark({ class: 'json-problem' });

function syntaxRanges(tokens: readonly JsonToken[], problem: TextProblem | null): Range<Decoration>[] {
  const ranges = tokens.flatMap(({ start, end, kind }) => SYNTAX[kind]?.range(start, end) ?? []);
  if (problem !== null && problem.end > problem.start) ranges.push(PROBLEM.range(problem.start, problem.end));
  return ranges;
}
