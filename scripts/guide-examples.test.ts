import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkWorkflow } from '../lib/core/workflow/check-workflow';
import { WorkflowDocument } from '../lib/core/workflow/schema';
import { routes } from '../lib/server/routes';
import { problemsOf, readCommand } from './testing/guide-commands';
import { commandsOf, fencesOf, type GuideFence, guideFences } from './testing/guide-fences';
import { POLLERS } from './testing/guide-pollers';
import { type GuideBench, startGuideBench } from './testing/run-guide-example';

/**
 * Runs a code block of a guide, chosen by the words after its fence. Blocks depend on those before them on
 * the page: a `json workflow` is run with the `json input` and compared with the following `json output` or
 * `json error`. `json values` resolve `text reference`, `text inside`, `text url`, `text json` and `js
 * expression` (each line `text → JSON`). A `sh curl` is followed by its `json answer`.
 */
interface PageSoFar {
  document: WorkflowDocument | null;
  input: Record<string, unknown>;
  values: Record<string, unknown>;
}

let bench: GuideBench;
beforeAll(async () => {
  bench = await startGuideBench();
});
afterAll(() => bench.close());

type Runner = (fence: GuideFence, so: PageSoFar) => void | Promise<void>;

const ARROW = ' → ';
/** Parses `text → JSON`, one per line. */
const pairsOf = ({ text, page, line }: GuideFence): Array<[string, unknown]> =>
  text.split('\n').map((pair) => {
    const at = pair.lastIndexOf(ARROW);
    if (at === -1) throw new Error(`${page}:${line}: no arrow in ${pair}`);
    return [pair.slice(0, at).trim(), JSON.parse(pair.slice(at + ARROW.length))];
  });

const resolveEach =
  (context: Parameters<GuideBench['resolve']>[0]): Runner =>
  (fence, { values }) => {
    for (const [text, expected] of pairsOf(fence))
      expect(bench.resolve(context, text, values), text).toEqual(expected);
  };

async function runOf({ page, line }: GuideFence, { document, input }: PageSoFar) {
  if (document === null) throw new Error(`${page}:${line} stands behind no workflow.`);
  return bench.run(document, input);
}

const RUNNERS: Readonly<Record<string, Runner>> = {
  'json workflow': ({ text }, so) => {
    so.document = WorkflowDocument.parse(JSON.parse(text));
    so.input = {};
    const known = { variables: bench.variables, connections: [] };
    expect(checkWorkflow(so.document, known)).toEqual([]);
  },
  'json input': ({ text }, so) => {
    so.input = JSON.parse(text);
  },
  'json output': async (fence, so) => {
    const { status, output, error } = await runOf(fence, so);
    expect({ status, error }).toMatchObject({ status: 'success' });
    expect(JSON.parse(JSON.stringify(output))).toEqual(JSON.parse(fence.text));
  },
  'json error': async (fence, so) => {
    const { status, error } = await runOf(fence, so);
    expect(status).toBe('error');
    expect(error).toMatchObject(JSON.parse(fence.text));
  },
  'json values': ({ text }, so) => {
    so.values = JSON.parse(text);
  },
  'text reference': resolveEach('value'),
  'text inside': resolveEach('text'),
  'text url': resolveEach('url'),
  'text json': resolveEach('json'),
  'js expression': async (fence, { values }) => {
    for (const [expression, expected] of pairsOf(fence))
      expect(await bench.evaluate(expression, values), expression).toEqual(expected);
  },
  // Sent to a real server by scripts/guide-examples.db.test.ts, which also compares the responses.
  'sh curl': (fence) => {
    const ids = { WORKSPACE: 'w', WORKFLOW: 'f', LOG: 'l', EXECUTION: 'e', CURSOR: 'c', KEY: 'k' };
    for (const command of commandsOf(fence)) {
      const sent = readCommand(command, { ...ids, MILLRACE: 'http://millrace.test' });
      expect(problemsOf(sent, routes), command).toEqual([]);
    }
  },
  'json answer': ({ text }) => {
    JSON.parse(text);
  },
  ...Object.fromEntries(POLLERS.map(({ language }) => [language, () => undefined])),
};

/** Pages that another test runs completely. */
const RUN_BY: Readonly<Record<string, string>> = {
  'from-code.md': 'e2e/by-code.spec.ts',
  'receive-webhooks.md': 'lib/services/outgoing-webhooks/receiver-code.test.ts',
};

describe.each([...guideFences()].filter(([page]) => RUN_BY[page] === undefined))('%s', (_, fences) => {
  test.runIf(fences.length > 0)('every block of code does what the page says', async () => {
    const so: PageSoFar = { document: null, input: {}, values: {} };
    for (const fence of fences) {
      const runner = RUNNERS[fence.language];
      const at = `${fence.page}:${fence.line}`;
      if (runner === undefined) throw new Error(`${at}: no test runs a block of “${fence.language}”.`);
      try {
        await runner(fence, so);
      } catch (error) {
        throw new Error(`${at} (${fence.language}): ${(error as Error).message}`, { cause: error });
      }
    }
  });

  test('a workflow is followed by what its run comes to', () => {
    const workflows = fences.flatMap(({ language }, index) => (language === 'json workflow' ? [index] : []));
    const ends = new Set(['json output', 'json error']);
    for (const start of workflows) {
      const next = fences.findIndex(({ language }, index) => index > start && ends.has(language));
      const other = workflows.find((index) => index > start) ?? Number.POSITIVE_INFINITY;
      expect(next === -1 || next > other ? fences[start] : null).toBeNull();
    }
  });
});

test('an answer stands behind the commands that get it', () => {
  const stray = [...guideFences().values()].flatMap((fences) =>
    fences.filter(
      ({ language }, index) => language === 'json answer' && fences[index - 1]?.language !== 'sh curl',
    ),
  );
  expect(stray).toEqual([]);
});

test('a block that is left open is refused', () => {
  expect(() => fencesOf('a.md', '# A\n\n```json\n{}\n')).toThrow('a.md:3');
});
