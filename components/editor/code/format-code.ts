import { formatJsonText } from './format-json';
import { holesByShape, inPlaceOf } from './holes';
import type { LANGUAGES } from './languages';
import type { ScriptKind } from './script-problem';

/** Of a line; what is wider is broken. */
const WIDTH = 80;

/** Laid out as is usual, references as they were; null for what can't be read. */
export async function formatCode(text: string, language: keyof typeof LANGUAGES): Promise<string | null> {
  if (text.trim() === '') return '';
  return language === 'json' ? formatJsonText(text) : await formatScript(text, language);
}

async function formatScript(text: string, kind: ScriptKind): Promise<string | null> {
  // Half a megabyte of code: only for whoever asks for it.
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

/** Begins no name of the text. */
function freePrefix(text: string): string {
  let prefix = '$r';
  while (text.includes(prefix)) prefix += 'r';
  return prefix;
}

/** A GraphQL query, in which nothing is a reference. */
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
