const SIGN = /^(?:\/\/|\*) ?/;
const TAG = /^@\w+ ?/;
const DIRECTIVE = /biome-ignore|@ts-/;
const FRAGMENT = /^(?:What|Of|How|Whether|As|Who|Whose|Whom|Where)\b/;
const SHOWN = 60;

/** Returns the texts of a source's comments, without markers, directives, and the types and names of tags. */
export function commentsIn(source: string): string[] {
  const comments: string[][] = [];
  let open: 'block' | 'lines' | null = null;
  for (const line of source.split('\n').map((text) => text.trim())) {
    const begins = open !== 'block' && line.startsWith('/**');
    const isLine: boolean = open !== 'block' && line.startsWith('// ');
    if (begins || (isLine && open !== 'lines')) comments.push([]);
    if (begins) open = 'block';
    else if (open !== 'block') open = isLine ? 'lines' : null;
    if (open !== null && !DIRECTIVE.test(line)) comments.at(-1)?.push(textOf(line));
    if (open === 'block' && line.endsWith('*/')) open = null;
  }
  return comments.map((lines) => lines.filter(Boolean).join('\n')).filter((text) => text !== '');
}

function textOf(line: string): string {
  const inside = line.startsWith('/**') ? line.slice(3) : line.replace(SIGN, '');
  const text = (inside.endsWith('*/') ? inside.slice(0, -2) : inside === '/' ? '' : inside).trim();
  return TAG.test(text) ? afterName(text.replace(TAG, '')) : text;
}

/** Removes the type, in braces, and the name after a tag. */
function afterName(text: string): string {
  const typed = text.startsWith('{') ? text.slice(text.lastIndexOf('}') + 1).trim() : text;
  return typed.split(' ').slice(1).join(' ');
}

/** Returns the comments that begin with a question word, where a reader expects a subject or a verb. */
export function fragmentsIn(comments: readonly string[]): string[] {
  return comments
    .filter((text) => FRAGMENT.test(text))
    .map((text) => `“${text.slice(0, SHOWN)}” has no subject: say what it is or does`);
}
