const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** The start of a list, a quote or a table, which may continue after a blank line. */
const CONTAINER = /^(?:[-*+>|]|\d{1,9}[.)])/;
/** The definition of a link or footnote that other parts of the text refer to. */
const DEFINITION = /^ {0,3}\[[^\]]+\]:/;
/** Deeper quotes stay unformatted: the time to format one grows with the square of its depth. */
const MAX_QUOTES = 20;
/** Shorter pieces are merged, because each piece has a fixed cost. */
const ENOUGH_CHARACTERS = 1_500;
/** The maximum length of a piece that is formatted; the time may grow with the square of the length. */
const MAX_CHARACTERS = 16_000;

export interface MarkdownPiece {
  text: string;
  /** False if formatting could block the page, so that the text is shown unformatted. */
  isFormatted: boolean;
}

/**
 * Splits Markdown between its paragraphs: while text is appended, only the last piece has to be
 * formatted again. Text whose parts refer to each other stays one piece.
 */
export function splitMarkdown(text: string): MarkdownPiece[] {
  const lines = text.split('\n');
  const isWhole = text.length <= MAX_CHARACTERS && lines.some((line) => DEFINITION.test(line));
  if (isWhole) return [pieceOf(text)];
  return together(blocksOf(lines).map(pieceOf));
}

function blocksOf(all: readonly string[]): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let fence: string | null = null;
  let isAfterBlank = false;
  const cut = () => {
    if (lines.some((line) => line.trim() !== '')) blocks.push(lines.join('\n'));
    lines = [];
  };
  for (const line of all) {
    const [, mark] = FENCE.exec(line) ?? [];
    const goesOn = /^\s/.test(line) || (CONTAINER.test(line) && CONTAINER.test(lines[0] ?? ''));
    if (fence === null && isAfterBlank && line !== '' && !goesOn) cut();
    lines.push(line);
    isAfterBlank = line.trim() === '';
    if (fence === null) fence = mark ?? null;
    else if (mark !== undefined && closes(line, mark, fence)) {
      fence = null;
      isAfterBlank = true;
    }
  }
  cut();
  return blocks;
}

/** Merges from the start, so that a longer text begins with the same pieces. */
function together(blocks: readonly MarkdownPiece[]): MarkdownPiece[] {
  const pieces: MarkdownPiece[] = [];
  for (const block of blocks) {
    const last = pieces.at(-1);
    const fits = last?.isFormatted && block.isFormatted && last.text.length < ENOUGH_CHARACTERS;
    if (!fits) pieces.push({ ...block });
    else last.text += `\n${block.text}`;
  }
  return pieces;
}

const closes = (line: string, mark: string, fence: string): boolean =>
  mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark;

function pieceOf(text: string): MarkdownPiece {
  const isCode = FENCE.test(text);
  const isLong = text.length > MAX_CHARACTERS && !isCode;
  return { text, isFormatted: !isLong && (isCode || !text.split('\n').some(isDeep)) };
}

function isDeep(line: string): boolean {
  let depth = 0;
  for (const character of line) {
    if (character === '>') depth += 1;
    else if (!' \t-*+'.includes(character)) break;
  }
  return depth > MAX_QUOTES;
}
