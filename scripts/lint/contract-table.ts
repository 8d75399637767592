import fs from 'node:fs';

/** A row of a table of `docs/contract`. */
export interface ContractRow {
  line: number;
  id: string;
  statement: string;
  /** `path > describe > test` each, in the notation of vitest and Playwright. */
  tests: string[];
  /** The reason why no test can prove it yet; null if one does. */
  notYet: string | null;
}

export interface ContractTable {
  rows: ContractRow[];
  /** The counts in the introduction of the page. */
  said: { statements: number; notYet: number };
}

const NOT_YET = 'not yet: ';

/** Reads a page of `docs/contract`: rows are `| id | statement | test |`, with each test in backticks. */
export function readContractTable(file: string): ContractTable {
  const page = fs.readFileSync(file, 'utf8');
  const said = /^(\d+) statements, (\d+) not yet\.$/m.exec(page);
  if (said === null) throw new Error(`${file} has no line like "90 statements, 3 not yet."`);
  const rows = page
    .split('\n')
    .flatMap((text, index) => (/^\| [A-Z]\d/.test(text) ? [readRow(file, text, index + 1)] : []));
  return { rows, said: { statements: Number(said[1]), notYet: Number(said[2]) } };
}

function readRow(file: string, text: string, line: number): ContractRow {
  const cells = text.replaceAll('\\|', '\0').split('|').slice(1, -1);
  const [id = '', statement = '', test = ''] = cells.map((cell) => cell.replaceAll('\0', '|').trim());
  if (cells.length !== 3) throw new Error(`${file}:${line}: this row has not three cells: ${text}`);
  const notYet = test.startsWith(NOT_YET) ? test.slice(NOT_YET.length).trim() : null;
  const tests = [...test.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  return { line, id, statement, tests: notYet === null ? tests : [], notYet };
}
