const SIGN = /^(?:\/\/|\*) ?/;
const TAG = /^@\w+ ?/;
const DIRECTIVE = /biome-ignore|@ts-/;
const FRAGMENT = /^(?:What|Of|How|Whether|As|Who|Whose|Whom|Where)\b/;
const SHOWN = 60;

export interface Comment {
  /** The line of the source on which it begins. */
  line: number;
  text: string;
}

/** Returns a source's comments, without markers, directives, and the types and names of tags. */
export function commentsIn(source: string): Comment[] {
  const comments: Array<{ line: number; lines: string[] }> = [];
  let open: 'block' | 'lines' | null = null;
  for (const [index, written] of source.split('\n').entries()) {
    const line = written.trim();
    const begins = open !== 'block' && line.startsWith('/**');
    const isLine: boolean = open !== 'block' && line.startsWith('// ');
    if (begins || (isLine && open !== 'lines')) comments.push({ line: index + 1, lines: [] });
    if (begins) open = 'block';
    else if (open !== 'block') open = isLine ? 'lines' : null;
    if (open !== null && !DIRECTIVE.test(line)) comments.at(-1)?.lines.push(textOf(line));
    if (open === 'block' && line.endsWith('*/')) open = null;
  }
  return comments
    .map(({ line, lines }) => ({ line, text: lines.filter(Boolean).join('\n') }))
    .filter(({ text }) => text !== '');
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

/** Refuses a comment that begins with a question word, where a reader expects a subject or a verb. */
export const whyFragment = (text: string): string | null =>
  FRAGMENT.test(text) ? `“${text.slice(0, SHOWN)}” has no subject: say what it is or does` : null;
