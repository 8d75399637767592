import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blockDefinitions } from '../core/blocks/registry/definitions';
import { answering, documentOf, recordDocument } from '../core/rehearsal/testing/rehearse-document';
import { replayRun } from '../core/replay/replay-run';
import { reduceRecord } from '../core/run-tests/reduce-record';
import { resultOf } from '../core/run-tests/result-of';
import { printTestFile, type TestFile } from '../core/run-tests/test-file';
import { printWorkflowFile } from '../core/workflow/workflow-file';
import { createSandbox } from '../platform/sandbox/sandbox';
import { junitReport } from './junit-report';
import { type OfflineResult, runOffline } from './offline-tests';
import { resultLines, testFolder } from './test-command';

const fetching = (path: string, body: string) =>
  documentOf(
    {
      fetch: [
        'api',
        { url: `https://shop.example${path}`, headers: [{ key: 'x-token', value: '{{TOKEN}}' }] },
      ],
      double: ['function', { code: 'return { n: <fetch.data.total> * 2, chance: Math.random() };' }],
      answer: ['response', { body }],
    },
    ['start>fetch', 'fetch>double', 'double>answer'],
  );
const DOCUMENT = fetching('/order', '{"n": <double.result.n>, "chance": <double.result.chance>}');

let folder: string;
let content: TestFile;

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-offline-'));
  const sandbox = createSandbox({ threads: 1 });
  const code = sandbox.forOwner('tests');
  const http = answering({ '/order': { total: 6 } });
  const variables = new Map([['TOKEN', '{{TOKEN}}']]);
  const record = await recordDocument(DOCUMENT, { http, code, variables });
  const recorded = reduceRecord(record.recorded, blockDefinitions);
  const replayed = await replayRun(record.compiled, recorded, record.ports);
  sandbox.close();
  const { executionId, spans, error } = recorded;
  content = {
    name: 'An <order> & more',
    tags: ['orders'],
    rules: [],
    kept: { executionId, spans: [...spans], error, draws: {}, variables: ['TOKEN'] },
    expected: resultOf(replayed, blockDefinitions),
  };
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

function write(file: string, text: string): void {
  const place = path.join(folder, file);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.writeFileSync(place, text);
}
const writeWorkflow = (document: typeof DOCUMENT) =>
  write('shop/orders.json', printWorkflowFile({ name: 'Orders', document }));
const run = () => runOffline({ folder, variables: new Map() });

test('tests of pulled files pass, and fail with what differs; requests without a record name the nearest', async () => {
  write('shop/orders.tests/an-order.json', printTestFile(content));
  writeWorkflow(DOCUMENT);
  expect(await run()).toMatchObject([
    {
      name: 'An <order> & more',
      file: 'shop/orders.tests/an-order.json',
      workflowFile: 'shop/orders.json',
      problem: null,
      differences: [],
    },
  ]);

  writeWorkflow(fetching('/orders', '{"n": <double.result.n>}'));
  const [changed] = await run();
  expect(changed?.differences).toHaveLength(2);
  expect(changed?.differences).toContain(
    'The request of “fetch” at url is "https://shop.example/orders": expected "https://shop.example/order".',
  );
  expect(changed?.differences.join(' ')).toContain('The output at chance is missing: expected 0.');

  const more = structuredClone(DOCUMENT);
  more.blocks.more = { ...more.blocks.fetch!, id: 'more', name: 'more' };
  more.edges.push({ id: 'e9', source: 'start', sourceHandle: 'out', target: 'more', targetHandle: 'in' });
  writeWorkflow(more);
  const [asking] = await run();
  expect(asking?.differences[0]).toBe(
    '“more” asks for something that no record answers: GET https://shop.example/order. ' +
      'The nearest recorded request is GET https://shop.example/order.',
  );
});

test('files that can’t be run are problems, in words', async () => {
  write('shop/orders.tests/broken.json', 'Dear diary');
  write('lost.tests/a.json', printTestFile(content));
  writeWorkflow(DOCUMENT);
  const results = await run();
  expect(results.map(({ file, problem }) => [file, problem])).toEqual([
    ['lost.tests/a.json', 'There is no workflow lost.json for this test.'],
    ['shop/orders.tests/an-order.json', null],
    ['shop/orders.tests/broken.json', 'shop/orders.tests/broken.json is not JSON.'],
  ]);
  const { words, failed } = await testFolder({
    folder,
    tag: 'orders',
    junit: path.join(folder, 'junit.xml'),
  });
  expect(failed).toBe(2);
  expect(words).toContain('passed  shop/orders.tests/an-order.json  An <order> & more\n');
  expect(words).toMatch(/3 tests: 1 passed, 2 failed\n$/);
  expect(fs.readFileSync(path.join(folder, 'junit.xml'), 'utf8')).toContain(
    'tests="3" failures="0" errors="2"',
  );
  await expect(testFolder({ folder: path.join(folder, 'nowhere') })).rejects.toThrow('There is no folder');
  fs.mkdirSync(path.join(folder, 'empty'));
  await expect(testFolder({ folder: path.join(folder, 'empty') })).rejects.toThrow('has no tests.');
});

const RESULTS: OfflineResult[] = [
  {
    name: 'a',
    file: 'o.tests/a.json',
    workflowFile: 'o.json',
    durationMs: 12,
    problem: null,
    differences: [],
  },
  {
    name: 'b "<&>\'\u0007',
    file: 'o.tests/b.json',
    workflowFile: 'o.json',
    durationMs: 8,
    problem: null,
    differences: ['Line\n<one>', 'two \ud800'],
  },
  {
    name: 'c',
    file: 'p.tests/c.json',
    workflowFile: 'p.json',
    durationMs: 0,
    problem: 'It took too long.',
    differences: [],
  },
];

test('JUnit XML has a suite for each workflow, and escapes everything', () => {
  expect(junitReport(RESULTS)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="millrace" tests="3" failures="1" errors="1" time="0.020">
  <testsuite name="o.json" tests="2" failures="1" errors="0" time="0.020">
    <testcase classname="o" name="a" file="o.tests/a.json" time="0.012"/>
    <testcase classname="o" name="b &quot;&lt;&amp;&gt;&apos;\ufffd" file="o.tests/b.json" time="0.008">
      <failure message="Line&#10;&lt;one&gt;">Line&#10;&lt;one&gt;&#10;two \ufffd</failure>
    </testcase>
  </testsuite>
  <testsuite name="p.json" tests="1" failures="0" errors="1" time="0.000">
    <testcase classname="p" name="c" file="p.tests/c.json" time="0.000">
      <error message="It took too long.">It took too long.</error>
    </testcase>
  </testsuite>
</testsuites>
`);
});

test('each test is a line, with what differs below', () => {
  expect(resultLines(RESULTS.slice(1))).toBe(
    'failed  o.tests/b.json  b "<&>\'\u0007\n        Line\n<one>\n        two \ud800\n' +
      'failed  p.tests/c.json  c\n        It took too long.\n2 tests: 0 passed, 2 failed\n',
  );
});
