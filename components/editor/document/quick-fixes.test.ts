import { expect, test } from 'vitest';
import { checkWorkflow } from '@/lib/core/workflow/check-workflow';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { lineDocument } from './line-document.fixture';
import { loopDocument } from './loop-document.fixture';
import { missingVariable, quickFixes } from './quick-fixes';

const problem = (document: WorkflowDocument, code: string) =>
  checkWorkflow(document).find((found) => found.code === code);
const fixesOf = (document: WorkflowDocument, code: string) => quickFixes(document, problem(document, code)!);

test('a name that two blocks have becomes another; what referred to the first still does', () => {
  const document = lineDocument();
  document.blocks.c = { ...document.blocks.c!, name: 'fetch user' };
  const [fix] = fixesOf(document, 'NAME_DUPLICATE');
  expect(fix!.label).toBe('Rename to fetch user2');
  const after = fix!.apply(document);
  expect(problem(after, 'NAME_DUPLICATE')).toBeUndefined();
  expect(after.blocks.c!.config).toEqual(document.blocks.c!.config);
});

test('a reference to a name that is nearly right takes the right one', () => {
  const document = lineDocument();
  document.blocks.c = { ...document.blocks.c!, config: { body: '{"user": "<fetchuse.data.name>"}' } };
  const [fix] = fixesOf(document, 'REF_BLOCK_UNKNOWN');
  expect(fix!.label).toBe('Use fetchuser instead');
  expect(fix!.apply(document).blocks.c!.config.body).toBe('{"user": "<fetchuser.data.name>"}');
});

test('a block that nothing leads to is connected behind the last one, or deleted', () => {
  const document = lineDocument();
  document.edges = document.edges.slice(0, 1);
  const [connect, remove] = fixesOf(document, 'UNREACHABLE');
  expect(connect!.label).toBe('Connect after fetch user');
  expect(checkWorkflow(connect!.apply(document))).toEqual([]);
  expect(remove!.label).toBe('Delete answer');
  expect(Object.keys(remove!.apply(document).blocks)).toEqual(['a', 'b']);
});

test('a block whose output is used but doesn’t come before is connected', () => {
  const document = lineDocument();
  document.edges = [document.edges[0]!, { ...document.edges[1]!, source: 'a' }];
  const [fix] = fixesOf(document, 'REF_OUT_OF_SCOPE');
  expect(fix!.label).toBe('Connect after fetch user');
  expect(problem(fix!.apply(document), 'REF_OUT_OF_SCOPE')).toBeUndefined();
});

test('what is proposed instead of an unknown name is in scope: not inside a loop, not later', () => {
  const document = loopDocument();
  document.blocks.after = { ...document.blocks.after!, config: { body: '{"a": "<firs.data>"}' } };
  expect(fixesOf(document, 'REF_BLOCK_UNKNOWN')).toEqual([]);
  const line = lineDocument();
  const headers = [{ key: 'X-Later', value: '<anser.data>', enabled: true }];
  line.blocks.b = { ...line.blocks.b!, config: { url: 'https://example.com/', headers } };
  expect(fixesOf(line, 'REF_BLOCK_UNKNOWN')).toEqual([]);
});

test('a workflow without a first block gets a Start, connected to its leftmost block', () => {
  const document = lineDocument();
  const { a: _, ...blocks } = document.blocks;
  const without = { ...document, blocks, edges: document.edges.slice(1) };
  const [fix] = fixesOf(without, 'START_MISSING');
  expect(fix!.label).toBe('Add a Start');
  const after = fix!.apply(without);
  expect(problem(after, 'START_MISSING')).toBeUndefined();
  expect(problem(after, 'UNREACHABLE')).toBeUndefined();
});

test('a variable that there is none of is named, to be created', () => {
  const document = lineDocument();
  document.blocks.b = { ...document.blocks.b!, config: { url: 'https://example.com/{{API_KEY}}' } };
  const found = checkWorkflow(document, { variables: [] }).find(({ code }) => code === 'VARIABLE_NOT_FOUND');
  expect(missingVariable(found!)).toBe('API_KEY');
});
