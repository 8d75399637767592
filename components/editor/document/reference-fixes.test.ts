import { expect, test } from 'vitest';
import { checkWorkflow } from '@/lib/core/workflow/check-workflow';
import type { Block, WorkflowDocument } from '@/lib/core/workflow/schema';
import { lineDocument } from './line-document.fixture';
import { loopDocument } from './loop-document.fixture';
import { quickFixes } from './quick-fixes';

/** Returns Start → “fetch user” → answer, with this text as the answer's body. */
function answering(body: string, type = 'response', config: Block['config'] = { body }): WorkflowDocument {
  const document = lineDocument();
  document.blocks.c = { ...document.blocks.c!, type, config };
  return document;
}

function fixesOf(document: WorkflowDocument, code: string, blockId = 'c') {
  const problems = checkWorkflow(document);
  const found = problems.find((each) => each.code === code);
  if (found === undefined) throw new Error(`${code} is not among the problems`);
  return quickFixes(document, found).map(({ label, apply }) => {
    const after = apply(document);
    const others = problems.filter((each) => each.code !== code).map((each) => each.code);
    expect(checkWorkflow(after).map((each) => each.code)).toEqual(others);
    return { label, config: after.blocks[blockId]!.config };
  });
}
const bodies = (body: string, code: string) =>
  fixesOf(answering(body), code).map(({ label, config }) => [label, config.body]);

test('an output that there is none of becomes the one that is spelt nearly so, wherever it is named', () => {
  expect(bodies('<fetchuser.dta.name> <fetchuser.dta> <fetchuser.data>', 'REF_OUTPUT_UNKNOWN')).toEqual([
    ['Use <fetchuser.data>', '<fetchuser.data.name> <fetchuser.data> <fetchuser.data>'],
  ]);
});

test('where none is spelt nearly so, some are offered', () => {
  const offered = bodies('{"all": <FetchUser.response[0]? ?? null:json>}', 'REF_OUTPUT_UNKNOWN');
  expect(offered.map(([label]) => label)).toContain('Use <FetchUser.data>');
  expect(offered.length).toBeLessThanOrEqual(3);
  expect(offered[0]![1]).toBe('{"all": <FetchUser.data[0]? ?? null:json>}');
});

test('a variable of the run, and what an iteration knows, are named as they are called', () => {
  const document = answering('<variable.totl>');
  const rows = [{ name: 'total', type: 'number', value: '1' }];
  document.blocks.b = { ...document.blocks.b!, type: 'variables', config: { variables: rows } };
  expect(fixesOf(document, 'REF_OUTPUT_UNKNOWN').map(({ label }) => label)).toEqual(['Use <variable.total>']);
  const loop = loopDocument();
  loop.blocks.first = { ...loop.blocks.first!, config: { url: 'https://example.com/<loop.itm>' } };
  const [fix] = fixesOf(loop, 'REF_OUTPUT_UNKNOWN', 'first');
  expect(fix).toMatchObject({ label: 'Use <loop.item>', config: { url: 'https://example.com/<loop.item>' } });
});

test('a reference of a block to itself is removed; where a value has to stand, null does', () => {
  expect(bodies('Hello <answer.body.name>!', 'REF_TO_ITSELF')).toEqual([
    ['Remove <answer.body.name>', 'Hello !'],
  ]);
  expect(
    bodies('{"a": <answer.body>, "b": "it is <answer.body>", "c": <start.id>}', 'REF_TO_ITSELF'),
  ).toEqual([['Remove <answer.body>', '{"a": null, "b": "it is ", "c": <start.id>}']]);
  const code = 'const old = <answer.result>;\nreturn "was <answer.result.n>" + old';
  const [fix] = fixesOf(answering('', 'function', { code }), 'REF_TO_ITSELF');
  expect(fix).toMatchObject({
    label: 'Remove the references to itself',
    config: { code: 'const old = null;\nreturn "was " + old' },
  });
});

test('names that belong in brackets are put into brackets, and nothing else is changed', () => {
  const body =
    '<fetchuser.data.1st ?? "none"> <fetchuser.data.1st> \\<fetchuser.data.1st> <fetchuser.data.x>';
  expect(bodies(body, 'REF_LOOSE')).toEqual([
    [
      'Write <fetchuser.data[\'1st\'] ?? "none">',
      "<fetchuser.data['1st'] ?? \"none\"> <fetchuser.data['1st']> \\<fetchuser.data.1st> <fetchuser.data.x>",
    ],
  ]);
});

test('in a text of JSON, too, quotes in brackets are the reference’s own', () => {
  expect(bodies('{"a": "it is <fetchuser.data.1st>", "b": <fetchuser.data.1st>}', 'REF_LOOSE')).toEqual([
    [
      "Write <fetchuser.data['1st']>",
      '{"a": "it is <fetchuser.data[\'1st\']>", "b": <fetchuser.data[\'1st\']>}',
    ],
  ]);
});

test('what begins as a reference and is none becomes the one that was meant', () => {
  expect(bodies('<fetchuser.data.a!b> and <fetchuser.data.a!b>', 'REF_NOT_UNDERSTOOD')).toEqual([
    ["Use <fetchuser.data['a!b']>", "<fetchuser.data['a!b']> and <fetchuser.data['a!b']>"],
  ]);
  expect(bodies('of <fetch user.data>', 'REF_NOT_UNDERSTOOD')).toEqual([
    ['Use <fetchuser.data>', 'of <fetchuser.data>'],
  ]);
  const [first, ...others] = bodies('all of <fetchuser>', 'REF_NOT_UNDERSTOOD');
  expect(first).toEqual(['Use <fetchuser.data>', 'all of <fetchuser.data>']);
  expect(others.length).toBeLessThan(3);
});

test('where nobody can tell what was meant, nothing is proposed', () => {
  expect(bodies('<fetchuser.data.map(x)>', 'REF_NOT_UNDERSTOOD')).toEqual([]);
});

test('a header that is never sent is disabled', () => {
  const headers = [
    { key: 'X-Fine', value: '1', enabled: true },
    { key: 'NEL', value: '{}', enabled: true },
  ];
  const [fix] = fixesOf(answering('', 'response', { headers }), 'CONFIG_DOUBTFUL');
  expect(fix).toMatchObject({
    label: 'Disable the row “NEL”',
    config: { headers: [headers[0], { ...headers[1], enabled: false }] },
  });
});
