import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { SandboxFiles } from '../platform/sandbox/sandbox-files';
import { junitReport } from './junit-report';
import { type OfflineResult, runOffline } from './offline-tests';
import { folderOf, parse, read } from './read-flags';
import type { Command } from './surroundings';

/** Differences of one test that are shown. */
const MOST_SHOWN = 10;
const MAX_VARIABLES_BYTES = 1024 * 1024;

const Flags = z.object({
  tag: z.string().optional(),
  variables: z.string().optional(),
  junit: z.string().optional(),
});
const TEXT = { type: 'string' } as const;

/** Prints the results; the exit code is 1 if a test failed. */
export const runTest: Command = async ([folder, ...args], { folder: from, sandboxFiles, print }) => {
  const flags = parse(Flags, read(args, { tag: TEXT, variables: TEXT, junit: TEXT }));
  const { words, failed } = await testFolder({ folder: folderOf(folder), from, sandboxFiles, ...flags });
  print(words);
  return failed > 0 ? 1 : 0;
};

interface TestedFolder {
  /** The paths as they were typed. */
  folder: string;
  variables?: string | undefined;
  junit?: string | undefined;
  tag?: string | undefined;
  /** Paths start here; empty: in the current folder. */
  from?: string;
  sandboxFiles?: SandboxFiles | undefined;
}

/** Runs the tests of a pulled folder. @throws Error in words if none could be run */
export async function testFolder({
  folder: typed,
  variables,
  junit,
  tag,
  from = '',
  sandboxFiles,
}: TestedFolder): Promise<{ words: string; failed: number }> {
  const folder = path.resolve(from, typed);
  if (!fs.existsSync(folder)) throw new Error(`There is no folder ${folder}.`);
  const values = variables === undefined ? new Map() : readVariables(path.resolve(from, variables));
  const results = await runOffline({ folder, tag, variables: values, sandboxFiles });
  if (results.length === 0)
    throw new Error(`${folder} has no tests${tag === undefined ? '' : ` with the tag "${tag}"`}.`);
  if (junit !== undefined) fs.writeFileSync(path.resolve(from, junit), junitReport(results));
  return { words: resultLines(results), failed: results.filter(isFailed).length };
}

const isFailed = ({ problem, differences }: OfflineResult): boolean =>
  problem !== null || differences.length > 0;

/** A line for each test, its differences below it, and a last one that sums up. */
export function resultLines(results: readonly OfflineResult[]): string {
  const lines = results.flatMap((result) => {
    const { name, file, problem, differences } = result;
    const details = problem === null ? differences : [problem];
    const more = details.length - MOST_SHOWN;
    return [
      `${isFailed(result) ? 'failed' : 'passed'}  ${file}  ${name}`,
      ...details.slice(0, MOST_SHOWN).map((text) => `        ${text}`),
      ...(more > 0 ? [`        And ${more} more.`] : []),
    ];
  });
  const failed = results.filter(isFailed).length;
  const sum = `${results.length} ${results.length === 1 ? 'test' : 'tests'}: ${results.length - failed} passed, ${failed} failed`;
  return `${[...lines, sum].join('\n')}\n`;
}

const Values = z.record(z.string(), z.string('needs text values'));

function readVariables(file: string): Map<string, string> {
  if (!fs.existsSync(file)) throw new Error(`There is no file ${file}.`);
  if (fs.statSync(file).size > MAX_VARIABLES_BYTES) throw new Error(`${file} is larger than 1 MB.`);
  let json: unknown;
  try {
    json = JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    throw new Error(`${file} is not JSON.`);
  }
  const values = Values.safeParse(json);
  if (!values.success) throw new Error(`${file}: write an object with the names and texts of variables.`);
  return new Map(Object.entries(values.data));
}
