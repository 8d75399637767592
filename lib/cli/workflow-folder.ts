import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { redactDocument } from '../core/engine/masker';
import { parseTestFile, printTestFile, type TestFile } from '../core/run-tests/test-file';
import { MAX_DOCUMENT_BYTES } from '../core/workflow/schema';
import { parseWorkflowFile, printWorkflowFile, type WorkflowFile } from '../core/workflow/workflow-file';

/** The file of the last common state: of an environment, or without one. */
const stateFile = (environment: string | undefined): string =>
  environment === undefined ? '.millrace.json' : `.millrace.${environment}.json`;
const MAX_FILE_BYTES = 2 * MAX_DOCUMENT_BYTES; // indented
const MAX_TEST_FILE_BYTES = 8 * 1024 * 1024; // indented
const MAX_KEPT_FILE_BYTES = 1024 * 1024;
const MAX_DEPTH = 20;
const TESTS_END = '.tests';

const Known = z.strictObject({
  /** Relative to the folder, with "/". */
  file: z.string(),
  /** The workflow's own version, when both were last the same. */
  version: z.number().int(),
  /** SHA-256 of its file's text then, in hex. */
  hash: z.string(),
});
export type Known = z.infer<typeof Known>;

/** `version` of a test: its revision. */
const KnownTest = Known.extend({ workflowId: z.string() });
export type KnownTest = z.infer<typeof KnownTest>;

const KeptFile = Known.omit({ version: true });
/** A file of something else that the workspace has. */
export type KeptFile = z.infer<typeof KeptFile>;

/** The last state that both sides shared, by the ids of workflows, of their tests, and of all else. */
const SyncState = z.strictObject({
  workspaceId: z.string(),
  workflows: z.record(z.string(), Known),
  tests: z.record(z.string(), KnownTest).optional(),
  kept: z.record(z.string(), KeptFile).optional(),
});
export type SyncState = z.infer<typeof SyncState> & {
  /** Each environment has a state of its own. */
  environment?: string | undefined;
};

/** A file of the folder, or why it can't be used, in words. */
export type FoundFile =
  | { hash: string; content: WorkflowFile; schemaUrl: string | undefined }
  | { problem: string };

/** A file of a test, or why it can't be used, in words. */
export type FoundTest = { hash: string; content: TestFile } | { problem: string };

/** The text that stands for a workflow. Credentials are `***`: files go where secrets shouldn't. */
export function textOfWorkflow(workflow: WorkflowFile): string {
  return printWorkflowFile({ ...workflow, document: redactDocument(workflow.document) });
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** @returns null when nothing was pulled into the folder before @throws Error when it is damaged */
export function readState(folder: string, environment?: string): SyncState | null {
  const file = path.join(folder, stateFile(environment));
  if (!fs.existsSync(file)) return null;
  try {
    const state = SyncState.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
    const { workflows, tests = {}, kept = {} } = state;
    for (const { file: one } of [workflows, tests, kept].flatMap((each) => Object.values<KeptFile>(each)))
      placeIn(folder, one);
    return { ...state, environment };
  } catch (error) {
    throw new Error(`${file} is damaged (${(error as Error).message.split('\n')[0]}): restore it from git.`);
  }
}

export function writeState(folder: string, state: SyncState): void {
  const { workspaceId, workflows, tests = {}, kept = {}, environment } = state;
  const written = {
    workspaceId,
    workflows: byFile(workflows),
    ...(Object.keys(tests).length > 0 && { tests: byFile(tests) }),
    ...(Object.keys(kept).length > 0 && { kept: byFile(kept) }),
  };
  writeInFolder(folder, stateFile(environment), `${JSON.stringify(written, null, 2)}\n`);
}

const byFile = <One extends KeptFile>(known: Readonly<Record<string, One>>): Record<string, One> =>
  Object.fromEntries(Object.entries(known).toSorted(([, a], [, b]) => (a.file < b.file ? -1 : 1)));

/** Every workflow's file below the folder by its path. */
export function readFolder(folder: string): Map<string, FoundFile> {
  const files = jsonFiles(folder).filter((file) => !isOfTest(file) && !isKeptFile(file));
  return new Map(files.map((file) => [file, readOne(folder, file)]));
}

/** Every test's file below the folder by its path. */
export function readTests(folder: string): Map<string, FoundTest> {
  return new Map(
    jsonFiles(folder)
      .filter(isOfTest)
      .map((file) => [file, readTest(folder, file)]),
  );
}

/** The text of every file below the folder that is of something else than workflows and tests, by its path. */
export function readKeptFiles(folder: string): Map<string, string> {
  const files = jsonFiles(folder).filter((file) => isKeptFile(file) && !isOfTest(file));
  return new Map(files.map((file) => [file, readSmall(folder, file)]));
}

function readSmall(folder: string, file: string): string {
  const place = path.join(folder, file);
  if (fs.statSync(place).size > MAX_KEPT_FILE_BYTES) throw new Error(`${file} is larger than 1 MB.`);
  return fs.readFileSync(place, 'utf8');
}

/** Names made of a workflow's name have no dot but the last. */
const isKeptFile = (file: string): boolean =>
  /(?:^|\/)millrace\.[a-z]+\.json$|\.(?:connection|webhook|alert)\.json$/.test(file);

/** The directory of the tests of a workflow with that file: `orders.tests` beside `orders.json`. */
export const testsDirectory = (workflowFile: string): string => workflowFile.replace(/\.json$/, TESTS_END);

/** The file of the workflow whose tests lie in a test's directory. */
export const workflowFileOf = (testFile: string): string =>
  path.posix.dirname(testFile).replace(/\.tests$/, '.json');

const isOfTest = (file: string): boolean => path.posix.dirname(file).endsWith(TESTS_END);

/** Every `.json` file below the folder; hidden folders and symbolic links are left out. */
function jsonFiles(folder: string): string[] {
  const found: string[] = [];
  const walk = (below: string, depth: number): void => {
    for (const entry of fs.readdirSync(path.join(folder, below), { withFileTypes: true })) {
      const file = path.posix.join(below, entry.name);
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (entry.isDirectory() && depth < MAX_DEPTH) walk(file, depth + 1);
      else if (entry.isFile() && entry.name.endsWith('.json')) found.push(file);
    }
  };
  if (fs.existsSync(folder)) walk('', 0);
  return found;
}

function readTest(folder: string, file: string): FoundTest {
  const place = path.join(folder, file);
  if (fs.statSync(place).size > MAX_TEST_FILE_BYTES) return { problem: `${file} is too large for a test.` };
  try {
    const content = parseTestFile(fs.readFileSync(place, 'utf8'), file);
    return { content, hash: hashOf(printTestFile(content)) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

function readOne(folder: string, file: string): FoundFile {
  const place = path.join(folder, file);
  if (fs.statSync(place).size > MAX_FILE_BYTES) return { problem: `${file} is too large for a workflow.` };
  try {
    const text = fs.readFileSync(place, 'utf8');
    const content = parseWorkflowFile(text, file);
    return { content, hash: hashOf(printWorkflowFile(content)), schemaUrl: schemaUrlIn(text) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** Returns the JSON Schema that a file names for editors; it is no part of the workflow, nor of its hash. */
function schemaUrlIn(text: string): string | undefined {
  const { $schema } = JSON.parse(text) as { $schema?: unknown };
  return typeof $schema === 'string' ? $schema : undefined;
}

/** Writes a workflow's text, which names the JSON Schema that the file had before, or else the server's. */
export function writeWorkflow(
  folder: string,
  file: string,
  { text, found, schemaUrl }: { text: string; found: FoundFile | undefined; schemaUrl: string },
): void {
  const had = found !== undefined && 'hash' in found ? found.schemaUrl : undefined;
  const first = `{\n  "$schema": ${JSON.stringify(had ?? schemaUrl)},`;
  writeInFolder(folder, file, first + text.slice(1));
}

export function writeInFolder(folder: string, file: string, text: string): void {
  const place = placeIn(folder, file);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  const half = `${place}.${process.pid}.half`;
  fs.writeFileSync(half, text, { flag: 'wx' });
  fs.renameSync(half, place);
}

export function removeFromFolder(folder: string, file: string): void {
  fs.rmSync(placeIn(folder, file), { force: true });
}

/** @throws Error when the path, or a symbolic link on its way, leads out of the folder */
function placeIn(folder: string, file: string): string {
  const segments = file.split('/');
  const isPlain = segments.every(
    (name) => name !== '' && name !== '.' && name !== '..' && !/[\\\0]/.test(name),
  );
  if (!isPlain || path.isAbsolute(file)) throw new Error(`"${file}" is not a path inside the folder`);
  let place = folder;
  for (const name of segments) {
    place = path.join(place, name);
    if (fs.lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new Error(`"${file}" leads through a symbolic link, which is not followed`);
  }
  return place;
}

/** A name as part of a path: lowercase letters, digits and "-" only. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/[^A-Za-z0-9]+/g, '-');
  return plain.replace(/^-|-$/g, '').toLowerCase().slice(0, 80) || 'workflow';
}

/** `folders/name.json`, or another end than `.json`, or the first of `name-2.json` … that is free. */
export function freePath(
  directory: string,
  name: string,
  isTaken: (file: string) => boolean,
  end = '.json',
): string {
  for (let count = 1; ; count += 1) {
    const file = path.posix.join(directory, `${slugOf(name)}${count === 1 ? '' : `-${count}`}${end}`);
    if (!isTaken(file)) return file;
  }
}
