import { groupedBy } from '../platform/grouped-by';
import type { OfflineResult } from './offline-tests';

/** Characters that XML 1.0 can't hold, not even escaped, and halves of characters. */
const NOT_IN_XML =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML has no place for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // Otherwise readers make spaces of them in attributes.
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

/** Writes the results as JUnit XML, a suite for each workflow. Times in seconds. */
export function junitReport(results: readonly OfflineResult[]): string {
  const suites = groupedBy(results, ({ workflowFile }) => workflowFile);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="millrace" ${countsOf(results)}>`,
    ...[...suites].flatMap(([file, own]) => [
      `  <testsuite name="${xml(file)}" ${countsOf(own)}>`,
      ...own.flatMap(testCase),
      '  </testsuite>',
    ]),
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

function testCase({ name, file, workflowFile, durationMs, problem, differences }: OfflineResult): string[] {
  const head = `    <testcase classname="${xml(workflowFile.replace(/\.json$/, ''))}" name="${xml(name)}" file="${xml(file)}" time="${seconds(durationMs)}"`;
  if (problem !== null) return [`${head}>`, element('error', problem, problem), '    </testcase>'];
  const [first] = differences;
  if (first === undefined) return [`${head}/>`];
  return [`${head}>`, element('failure', first, differences.join('\n')), '    </testcase>'];
}

const element = (name: string, message: string, text: string): string =>
  `      <${name} message="${xml(message)}">${xml(text)}</${name}>`;

function countsOf(results: readonly OfflineResult[]): string {
  const errors = results.filter(({ problem }) => problem !== null).length;
  const failures = results.filter(
    ({ problem, differences }) => problem === null && differences.length > 0,
  ).length;
  const durationMs = results.reduce((sum, one) => sum + one.durationMs, 0);
  return `tests="${results.length}" failures="${failures}" errors="${errors}" time="${seconds(durationMs)}"`;
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(3);

const xml = (text: string): string =>
  text.replace(NOT_IN_XML, '\ufffd').replace(/[&<>"'\n\r\t]/g, (char) => ESCAPES[char] ?? char);
