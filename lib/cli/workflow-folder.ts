import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { redactDocument } from '../core/engine/masker';
import { parseTestFile, printTestFile, type TestFile } from '../core/run-tests/test-file';
import { MAX_DOCUMENT_BYTES } from '../core/workflow/schema';
import { parseWorkflowFile, printWorkflowFile, type WorkflowFile } from '../core/workflow/workflow-file';

const STATE_FILE = '.millrace.json';
const MAX_FILE_BYTES = 2 * MAX_DOCUMENT_BYTES; // indented
const MAX_TEST_FILE_BYTES = 8 * 1024 * 1024; // indented
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

/** The last state that both sides shared, by the ids of workflows and of their tests. */
const SyncState = z.strictObject({
  workspaceId: z.string(),
  workflows: z.record(z.string(), Known),
  tests: z.record(z.string(), KnownTest).optional(),
});
export type SyncState = z.infer<typeof SyncState>;

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
export function readState(folder: string): SyncState | null {
  const file = path.join(folder, STATE_FILE);
  if (!fs.existsSync(file)) return null;
  try {
    const state = SyncState.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
    const known = [...Object.values(state.workflows), ...Object.values(state.tests ?? {})];
    for (const { file: one } of known) placeIn(folder, one);
    return state;
  } catch (error) {
    throw new Error(`${file} is damaged (${(error as Error).message.split('\n')[0]}): restore it from git.`);
  }
}

export function writeState(folder: string, { workspaceId, workflows, tests = {} }: SyncState): void {
  const state = {
    workspaceId,
    workflows: byFile(workflows),
    ...(Object.keys(tests).length > 0 && { tests: byFile(tests) }),
  };
  writeInFolder(folder, STATE_FILE, `${JSON.stringify(state, null, 2)}\n`);
}

const byFile = <One extends Known>(known: Readonly<Record<string, One>>): Record<string, One> =>
  Object.fromEntries(Object.entries(known).toSorted(([, a], [, b]) => (a.file < b.file ? -1 : 1)));

/** Every workflow's file below the folder by its path. */
export function readFolder(folder: string): Map<string, FoundFile> {
  const files = jsonFiles(folder).filter((file) => !isOfTest(file));
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

/** `folders/name.json`, or the first of `name-2.json` … that is free. */
export function freePath(directory: string, name: string, isTaken: (file: string) => boolean): string {
  for (let count = 1; ; count += 1) {
    const file = path.posix.join(directory, `${slugOf(name)}${count === 1 ? '' : `-${count}`}.json`);
    if (!isTaken(file)) return file;
  }
}
