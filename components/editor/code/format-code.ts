import { formatJsonText } from './format-json';
import { holesByShape, inPlaceOf } from './holes';
import type { LANGUAGES } from './languages';
import type { ScriptKind } from './script-problem';

/** The line width in columns; longer lines are broken. */
const WIDTH = 80;

/** Formats the text and keeps references unchanged; returns null for text that can't be parsed. */
export async function formatCode(text: string, language: keyof typeof LANGUAGES): Promise<string | null> {
  if (text.trim() === '') return '';
  return language === 'json' ? formatJsonText(text) : await formatScript(text, language);
}

async function formatScript(text: string, kind: ScriptKind): Promise<string | null> {
  // Half a megabyte of code: loaded only on demand.
  const [{ format }, acorn, estree] = await Promise.all([
    import('prettier/standalone'),
    import('prettier/plugins/acorn'),
    import('prettier/plugins/estree'),
  ]);
  const holes = holesByShape(text, 'code');
  const prefix = freePrefix(text);
  const names = holes.map(({ start, end }, index) => `${`${prefix}${index}`.padEnd(end - start - 1, '_')}$`);
  const source = inPlaceOf(text, holes, (_, index) => names[index] ?? '');
  try {
    const options = { parser: 'acorn', plugins: [acorn, estree.default], printWidth: WIDTH };
    // A key that is a reference keeps its quotes.
    const formatted = await format(source, { ...options, quoteProps: 'preserve' });
    const whole = kind === 'expression' ? formatted.trimEnd().replace(/;$/, '') : formatted.trimEnd();
    return names.reduce(
      (laidOut, name, index) => laidOut.replaceAll(name, () => sourceOf(text, holes[index])),
      whole,
    );
  } catch {
    return null; // Not JavaScript yet; the caller says so.
  }
}

const sourceOf = (text: string, hole: { start: number; end: number } | undefined) =>
  hole === undefined ? '' : text.slice(hole.start, hole.end);

/** Returns a prefix that no name in the text begins with. */
function freePrefix(text: string): string {
  let prefix = '$r';
  while (text.includes(prefix)) prefix += 'r';
  return prefix;
}

/** Formats a GraphQL query, which contains no references. */
export async function formatGraphql(text: string): Promise<string | null> {
  if (text.trim() === '') return '';
  const [{ format }, plugin] = await Promise.all([
    import('prettier/standalone'),
    import('prettier/plugins/graphql'),
  ]);
  try {
    return (await format(text, { parser: 'graphql', plugins: [plugin], printWidth: WIDTH })).trimEnd();
  } catch {
    return null; // Not GraphQL yet; the caller says so.
  }
}
