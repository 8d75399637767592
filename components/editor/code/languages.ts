import { javascriptLanguage } from '@codemirror/lang-javascript';
import { jsonLanguage } from '@codemirror/lang-json';
import { Language } from '@codemirror/language';
import { type Input, Parser, type PartialParse, type TreeFragment } from '@lezer/common';
import type { WholeOutputs } from '@/lib/core/references/whole-outputs';
import { holesByShape, inPlaceOf } from './holes';
import type { Hole } from './json-tokens';
import { nameOfLength, type ScriptKind } from './script-problem';

/** GraphQL is loaded separately, with the first GraphQL text. */
export type CodeLanguage = 'json' | ScriptKind | 'graphql';

/** Parses a text in which each reference and variable is replaced by valid code of the same length. */
class ReferenceParser extends Parser {
  constructor(
    private readonly inner: Parser,
    private readonly withNames: (text: string, holes: readonly Hole[]) => string,
    private readonly whole: WholeOutputs,
  ) {
    super();
  }

  createParse(
    input: Input,
    fragments: readonly TreeFragment[],
    ranges: ReadonlyArray<{ from: number; to: number }>,
  ): PartialParse {
    const text = input.read(0, input.length);
    const holes = holesByShape(text, this.whole);
    if (holes.length === 0) return this.inner.createParse(input, fragments, ranges);
    return this.inner.startParse(this.withNames(text, holes), fragments, ranges);
  }
}

/** Replaces a hole by a string, or inside a string by more text. */
function jsonWithTexts(text: string, holes: readonly Hole[]): string {
  let isInText = false;
  let at = 0;
  const standIns = holes.map(({ start, end }) => {
    for (; at < start; at += 1) {
      if (text[at] === '\\') at += 1;
      else if (text[at] === '"') isInText = !isInText;
      else if (text[at] === '\n') isInText = false;
    }
    at = end;
    return isInText ? '_'.repeat(end - start) : `"${'_'.repeat(end - start - 2)}"`;
  });
  return inPlaceOf(text, holes, (_, index) => standIns[index] ?? '');
}

const scriptWithNames = (text: string, holes: readonly Hole[]) => inPlaceOf(text, holes, nameOfLength);

const script = (top: 'Script' | 'SingleExpression') =>
  new Language(
    javascriptLanguage.data,
    new ReferenceParser(javascriptLanguage.parser.configure({ top }), scriptWithNames, 'code'),
    [],
    'javascript',
  );

export const LANGUAGES: Readonly<Record<Exclude<CodeLanguage, 'graphql'>, Language>> = {
  function: script('Script'),
  expression: script('SingleExpression'),
  json: new Language(
    jsonLanguage.data,
    new ReferenceParser(jsonLanguage.parser, jsonWithTexts, 'json'),
    [],
    'json',
  ),
};
