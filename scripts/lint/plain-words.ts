import { toString as textOf } from 'nlcst-to-string';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRetext from 'remark-retext';
import retextEnglish from 'retext-english';
import retextIndefiniteArticle from 'retext-indefinite-article';
import retextRepeatedWords from 'retext-repeated-words';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { VFile } from 'vfile';

const MAX_SPANS_OF_CODE = 4;

/** Phrases of our own making and filler, with what a reader expects instead. */
const REFUSED: ReadonlyArray<readonly [phrase: RegExp, instead: string]> = [
  [/\b(?:simply|easily|obviously|of course)\b/i, 'leave it out'],
  [/\bjust\b/i, 'leave it out, or “only”'],
  [/\b(?:hears?|heard) (?:nothing )?of\b/i, '“is notified”, “receives”'],
  [/\b(?:is|are) told\b/i, '“is notified”, or say what the server returns'],
  [/\bby the clock\b/i, '“on a schedule”'],
  [/\bthe trouble\b/i, '“the failure”'],
  [/\b(?:did not|didn’t|didn't) get through\b/i, '“failed”'],
  [/\bfalls? due\b/i, '“is due”'],
  [/\b(?:anew|in a moment)\b/i, '“again”, “shortly”'],
  [/\btak(?:e|es|ing|en) back\b/i, '“revoke”, “undo”'],
  [/\bleaves? it out\b/i, '“omits”'],
  [/\b(?:puts? out|is led by|hangs? on)\b/i, '“returns”, “follows”, “depends on”'],
  [/\b(?:whom|thereby|whereby|thereof)\b/i, 'a shorter sentence'],
  [/\bwhat becomes? of\b/i, '“what happens to”'],
  [/\bstands? for\b/i, '“means”'],
  [/\bcomes? to the same\b/i, '“is equal”'],
  [/\b(?:amid|likewise|all the same|at the most)\b/i, '“during”, “also”, “anyway”, “at most”'],
  [/\bso many\b/i, 'the number, or “this many”'],
  [/\bends? well\b|\bended well\b/i, '“succeeds”'],
  [/\bknows? of\b/i, '“knows”'],
  [/\bas it stands\b/i, '“unchanged”'],
  [/\b(?:is|are) gone\b/i, '“is deleted”, “is removed”'],
];

type Tree = Parameters<typeof visit>[0];

interface Report {
  message(reason: string, place: unknown): unknown;
}

interface Sentence {
  children: ReadonlyArray<{ type: string }>;
  position?: unknown;
}

const isCode = ({ type }: { type: string }): boolean => type === 'SourceNode';

function checkLength(sentence: Sentence, maxWords: number, file: Report): void {
  // A code span counts as one word, and a list of them item by item.
  if (sentence.children.filter(isCode).length > MAX_SPANS_OF_CODE) return;
  const words = sentence.children.filter((node) => node.type === 'WordNode' || isCode(node));
  if (words.length > maxWords)
    file.message(`${words.length} words: ${textOf(sentence as never).slice(0, 60)}`, sentence.position);
}

function checkPhrases(sentence: Sentence, file: Report): void {
  const prose = sentence.children.filter((node) => !isCode(node));
  const text = textOf(prose as never).replaceAll(/\s+/g, ' ');
  for (const [phrase, instead] of REFUSED) {
    const found = phrase.exec(text);
    if (found !== null) file.message(`“${found[0]}”: ${instead}`, sentence.position);
  }
}

const ourRules = (maxWords: number) => () => (tree: Tree, file: Report) => {
  visit(tree, 'SentenceNode', (sentence: Sentence) => {
    checkPhrases(sentence, file);
    checkLength(sentence, maxWords, file);
  });
};

/** Each is parsed separately: together, cells and items that begin in lower case would form one sentence. */
const PASSAGES = ['paragraph', 'heading', 'tableCell'];

export interface ProseFault {
  line: number;
  reason: string;
}

/** Returns the faults of a page in Markdown. */
export async function proseFaults(text: string, maxWords: number): Promise<ProseFault[]> {
  const english = unified()
    .use(retextEnglish)
    .use(retextRepeatedWords)
    .use(retextIndefiniteArticle)
    .use(ourRules(maxWords));
  const linter = unified().use(remarkRetext, english as never);
  const file = new VFile(text);
  const page = unified().use(remarkParse).use(remarkGfm).parse(file);
  const passages: Array<typeof page> = [];
  visit(page, PASSAGES, (passage) => {
    const paragraph = { ...passage, type: 'paragraph' } as (typeof page.children)[number];
    passages.push({ ...page, children: [paragraph] });
  });
  for (const passage of passages) await linter.run(passage, file);
  return file.messages.map(({ line = 0, reason }) => ({ line, reason }));
}
