/** A block comment, or lines that belong together. */
const COMMENT = /^[ \t]*\/\*\*([\s\S]*?)\*\/|((?:^[ \t]*\/\/ .*\n?)+)/gm;
const SIGN = /^[ \t]*(?:\/\/|\*)[ \t]?/gm;
/** A tag with its type, its name and a bracketed default. */
const TAG = /^@\w+(?: \{.*?\}+)?(?: \[?\w+\]?(?= |$))?[ \t]*/gm;
const DIRECTIVE = /^.*(?:biome-ignore|@ts-).*$/gm;
const FRAGMENT = /^(?:What|Of|How|Whether|As|Who|Whose|Whom|Where)\b/;
const SHOWN = 60;

/** The texts of the comments of a source, without signs, tags and directives. */
export function commentsIn(source: string): string[] {
  return Array.from(source.matchAll(COMMENT), ([, block, lines]) => block ?? lines ?? '')
    .map((text) =>
      text
        .replaceAll(DIRECTIVE, '')
        .replaceAll(SIGN, '')
        .replaceAll(TAG, '')
        .replaceAll(/\n{2,}/g, '\n')
        .trim(),
    )
    .filter((text) => text !== '');
}

/** The comments that begin with a question word, where a reader expects a subject or a verb. */
export function fragmentsIn(comments: readonly string[]): string[] {
  return comments
    .filter((text) => FRAGMENT.test(text))
    .map((text) => `“${text.slice(0, SHOWN)}” has no subject: say what it is or does`);
}
