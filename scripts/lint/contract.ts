import fs from 'node:fs';
import path from 'node:path';
import { type ContractRow, type ContractTable, readContractTable } from './contract-table';
import { testExists } from './named-tests';
import { repeated } from './repeated';
import { tooFew } from './too-few';

const FOLDER = 'docs/contract';
const PAGES = ['api-block.md', 'logs-and-webhooks.md'];
const LEAST_STATEMENTS = 185;
const LEAST_REASON_LENGTH = 20;

/** Every statement of the contract is a sentence, said once, with tests that exist. */
export function lintContract(): string[] {
  const names = fs.readdirSync(FOLDER);
  const tables = names.map((name) => {
    const page = path.join(FOLDER, name);
    return { page, table: readContractTable(page) };
  });
  const rows = tables.flatMap(({ table }) => table.rows);
  return [
    ...(names.join() === PAGES.join() ? [] : [`${FOLDER}: there are ${names}, and should be ${PAGES}`]),
    ...tables.flatMap(({ page, table }) => faultsIn(page, table)),
    ...tooFew(rows.length, LEAST_STATEMENTS, `statements in ${FOLDER}`),
    ...repeated(rows.map(({ id }) => id)).map((id) => `${FOLDER}: two rows are ${id}: give one another id`),
    ...repeated(rows.map(({ statement }) => statement)).map(
      (statement) => `${FOLDER}: two rows say “${statement}”: remove one`,
    ),
  ];
}

function faultsIn(page: string, { rows, said }: ContractTable): string[] {
  const notYet = rows.filter((row) => row.notYet !== null).length;
  const isSaid = said.statements === rows.length && said.notYet === notYet;
  return [
    ...(isSaid ? [] : [`${page}: write “${rows.length} statements, ${notYet} not yet.”, as there are`]),
    ...rows.flatMap((row) => whatIsWrong(row).map((fault) => `${page}:${row.line}: ${row.id} ${fault}`)),
  ];
}

function whatIsWrong({ statement, tests, notYet }: ContractRow): string[] {
  const isBare = tests.length === 0 && (notYet ?? '').length < LEAST_REASON_LENGTH;
  return [
    ...(isBare ? [`has no test: name one, or say “not yet: ” and why there can be none`] : []),
    ...(/^\S.{9,}\.$/.test(statement) ? [] : [`is no sentence: write one that ends with a full stop`]),
    ...tests
      .filter((name) => !testExists(name))
      .map((name) => `names a test that is not there, “${name}”: correct it`),
  ];
}
