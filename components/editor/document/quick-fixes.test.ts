import { expect, test } from 'vitest';
import { checkWorkflow } from '@/lib/core/workflow/check-workflow';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { EVERY_PROBLEM } from '@/lib/core/workflow/testing/every-problem';
import { lineDocument } from './line-document.fixture';
import { loopDocument } from './loop-document.fixture';
import { missingConnection, missingVariable, quickFixes } from './quick-fixes';
import { connectChoices } from './reconnect';

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

test('a trigger that leads nowhere is connected to a first block, or to one that somebody chooses', () => {
  const document = lineDocument();
  const position = { x: 0, y: 200 };
  document.blocks.h = { ...document.blocks.a!, id: 'h', type: 'webhook-trigger', name: 'hook', position };
  document.blocks.h.config = {};
  const found = problem(document, 'TRIGGER_LEADS_NOWHERE')!;
  const [connect, ...others] = quickFixes(document, found);
  expect([connect!.label, others]).toEqual(['Connect to fetch user', []]);
  expect(problem(connect!.apply(document), 'TRIGGER_LEADS_NOWHERE')).toBeUndefined();
  expect(missingConnection(document, found)).toEqual({ kind: 'output', blockId: 'h', handle: 'out' });
  document.edges = document.edges.slice(1);
  const [toLonely] = quickFixes(document, found);
  expect(toLonely!.label).toBe('Connect to fetch user');
});

test('a Start that was left over is connected or deleted', () => {
  const document = lineDocument();
  document.blocks.h = { ...document.blocks.a!, id: 'h', type: 'webhook-trigger', name: 'hook', config: {} };
  document.edges = [{ ...document.edges[0]!, source: 'h' }, document.edges[1]!];
  const labels = fixesOf(document, 'START_LEADS_NOWHERE').map(({ label }) => label);
  expect(labels).toEqual(['Delete start', 'Connect to fetch user']);
  const unused = { ...document, edges: document.edges.slice(0, 1) };
  const ofUnused = fixesOf(unused, 'START_LEADS_NOWHERE').map(({ label }) => label);
  expect(ofUnused).toEqual(['Connect to answer', 'Delete start']);
});

test('what nothing leads to can be connected from a block that somebody chooses', () => {
  const document = lineDocument();
  document.edges = document.edges.slice(0, 1);
  const wish = missingConnection(document, problem(document, 'UNREACHABLE')!)!;
  expect(wish).toEqual({ kind: 'input', blockId: 'c' });
  const choices = connectChoices(document, wish);
  expect(choices.map(({ blockId }) => blockId)).toContain('b');
  expect(choices.map(({ blockId }) => blockId)).not.toContain('c');
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
  expect(quickFixes(document, found!)).toEqual([]);
});

test('a variable whose name is nearly that of another gives way to it', () => {
  const document = lineDocument();
  document.blocks.b = { ...document.blocks.b!, config: { url: 'https://example.com/{{API_KEI}}' } };
  const known = { variables: ['API_KEY', 'OTHER'] };
  const found = checkWorkflow(document, known).find(({ code }) => code === 'VARIABLE_NOT_FOUND')!;
  const [fix] = quickFixes(document, found);
  expect(fix!.label).toBe('Use API_KEY instead');
  expect(checkWorkflow(fix!.apply(document), known)).toEqual([]);
});

/** Problems that can't be fixed automatically, with the reason. */
const FOR_PEOPLE: Readonly<Record<string, string>> = {
  SCHEMA_VERSION_UNKNOWN: 'What a newer version means by its settings is known to that version only.',
  FIELD_TOO_LARGE: 'What of a text is not needed is known to who wrote it; to clear it would lose it.',
  REFERENCES_TOO_MANY: 'The same: which of the references can go, or into which block, has to be decided.',
  REF_BLOCK_UNKNOWN: 'No name is near the one that is written here; where one is, it is offered.',
  VARIABLE_NOT_FOUND: 'No name is near it here; the variable can be created (`missingVariable`).',
};
/** Only some of these: in the rest the meant block or output is unknown; lists and texts are never reset. */
const NOT_ALWAYS = new Set([
  'REF_OUT_OF_SCOPE',
  'REF_OUTPUT_UNKNOWN',
  'REF_NOT_UNDERSTOOD',
  'CONFIG_INVALID',
]);
const mendable = EVERY_PROBLEM.filter(({ code }) => FOR_PEOPLE[code] === undefined);

test('each problem that is left to people is one that there is', () => {
  const codes = new Set(EVERY_PROBLEM.map(({ code }) => code));
  expect(Object.keys(FOR_PEOPLE).filter((code) => !codes.has(code))).toEqual([]);
  for (const { code, document, known } of EVERY_PROBLEM.filter(({ code }) => FOR_PEOPLE[code] !== undefined))
    for (const found of checkWorkflow(document, known).filter((found) => found.code === code))
      expect(quickFixes(document, found), code).toEqual([]);
});

test('of each other problem at least one is mended', () => {
  const codes = new Set(mendable.map(({ code }) => code));
  const mended = mendable.filter(({ code, document, known }) =>
    checkWorkflow(document, known).some(
      (found) => found.code === code && quickFixes(document, found).length > 0,
    ),
  );
  // The sample for this code has no fix, as a connection would lead in a circle; it is fixed above.
  codes.delete('REF_OUT_OF_SCOPE');
  expect([...codes].filter((code) => !mended.some((one) => one.code === code))).toEqual([]);
});

test.each(mendable)('$code is put right by each of its fixes', ({ code, document, known }) => {
  const problems = checkWorkflow(document, known).filter((found) => found.code === code);
  const fixes = problems.flatMap((found) => quickFixes(document, found));
  if (!NOT_ALWAYS.has(code)) expect(fixes.length).toBeGreaterThan(0);
  for (const { label, apply } of fixes) {
    const left = checkWorkflow(apply(document), known).filter((found) => found.code === code);
    expect(left.length, label).toBeLessThan(problems.length);
  }
});

test('a circle ends where it leads back; a setting goes back to what holds without it', () => {
  const document = lineDocument();
  document.edges.push({ id: 'back', source: 'c', sourceHandle: 'out', target: 'b', targetHandle: 'in' });
  document.blocks.c = { ...document.blocks.c!, type: 'function', config: { code: 'return 1' } };
  const [fix] = fixesOf(document, 'CYCLE');
  expect(fix!.label).toBe('Delete the connection from answer to fetch user');
  expect(fix!.apply(document).edges.map(({ id }) => id)).toEqual(['e1', 'e2']);
  const line = lineDocument();
  line.blocks.b = { ...line.blocks.b!, config: { ...line.blocks.b!.config, method: 'FETCH' } };
  const [reset] = fixesOf(line, 'CONFIG_INVALID');
  expect(reset!.label).toBe('Reset “Method”');
  expect(reset!.apply(line).blocks.b!.config).toEqual(lineDocument().blocks.b!.config);
});

test('a circle is ended by a connection of its own, not by one across it', () => {
  const document = lineDocument();
  const at = (id: string, x: number) => ({
    ...document.blocks.b!,
    id,
    name: id,
    type: 'function',
    config: { code: 'return 1' },
    position: { x, y: 0 },
  });
  document.blocks = { a: document.blocks.a!, b: at('b', 1_600), c: at('c', 1_100), d: at('d', 400) };
  const edge = (id: string, source: string, target: string, sourceHandle = 'out') => ({
    id,
    source,
    sourceHandle,
    target,
    targetHandle: 'in',
  });
  // The connection across leads furthest to the left.
  const circle = [edge('bc', 'b', 'c'), edge('cd', 'c', 'd'), edge('db', 'd', 'b')];
  document.edges = [edge('ab', 'a', 'b'), ...circle, edge('across', 'b', 'd')];
  const [fix] = fixesOf(document, 'CYCLE');
  expect(fix!.label).toBe('Delete the connection from d to b');
  expect(problem(fix!.apply(document), 'CYCLE')).toBeUndefined();
  // Two connections between the same blocks are removed together.
  const twice = { ...document, edges: [...circle, edge('also', 'c', 'd', 'error')] };
  const [both] = fixesOf(twice, 'CYCLE');
  expect(both!.label).toBe('Delete the connections from c to d');
  expect(both!.apply(twice).edges.map(({ id }) => id)).toEqual(['bc', 'db']);
});

test('a list or a text is never reset for what is wrong in it', () => {
  const labelsOf = (type: string, config: Record<string, unknown>) => {
    const { blocks, ...rest } = lineDocument();
    const document = { ...rest, blocks: { ...blocks, b: { ...blocks.b!, type, config } } };
    return fixesOf(document, 'CONFIG_INVALID').map(({ label }) => label);
  };
  const url = 'https://example.com/';
  const branches = [
    { id: 'one', label: 'x'.repeat(90), expression: '1 > 0' },
    { id: 'two', label: 'Two', expression: '2 > 1' },
  ];
  expect(labelsOf('condition', { branches })).toEqual([]);
  expect(labelsOf('api', { url, headers: [{ key: 'X', value: '1', enabled: 2 }] })).toEqual([]);
  expect(labelsOf('function', { code: 'x'.repeat(200_000) })).toEqual([]);
  expect(labelsOf('api', { url, timeoutMs: -1 })).toEqual(['Reset “Timeout of one attempt”']);
});
