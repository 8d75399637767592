import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from './sandbox';

/** One expression a line. Each must give the same value as in Node, or throw the same kind of error. */
const EXPRESSIONS = readFileSync(join(import.meta.dirname, 'testing/expressions.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '');

/** Features that code here lacks, with the advice in their error. */
const NOT_HERE: ReadonlyArray<readonly [expression: string, words: RegExp]> = [
  ['RegExp.$1', /Use what exec\(\) or match\(\) gave/],
  ['await crypto.subtle.encrypt({ name: "AES-GCM" }, null, null)', /NotSupportedError: .*HMAC with SHA-1/],
  ['await crypto.subtle.digest("MD5", new Uint8Array(1))', /NotSupportedError: .*SHA-256/],
  ['Buffer.from("a").toString("base64")', /Buffer is not defined.*Uint8Array/],
  ['require("crypto")', /require is not defined.*no packages/],
  ['process.env.HOME', /process is not defined.*\{\{NAME\}\}/],
  ['setTimeout(() => 1, 5)', /setTimeout is not defined.*Wait block/],
  ['await fetch("https://a.example")', /fetch is not defined.*API block/],
  ['performance.now()', /performance is not defined.*Date\.now\(\)/],
];

const sandbox = createSandbox({ timeoutMs: 60_000 });
afterAll(() => sandbox.close());
const { signal } = new AbortController();

/** Returns Node's own results, in the zone and language of code here: JSON, or the error it throws. */
function inNode(expressions: readonly string[], zone = 'UTC'): Array<{ json?: string; error?: string }> {
  const program = `
    const answers = [];
    const answer = async () => {
      for (const expression of JSON.parse(require('node:fs').readFileSync(0, 'utf8'))) {
        try {
          const value = await eval('(async () => (' + expression + '))()');
          answers.push({ json: JSON.stringify(value) ?? 'null' });
        } catch (error) {
          answers.push({ error: error.name });
        }
      }
      console.log(JSON.stringify(answers));
    };
    answer();`;
  const env = { NODE_ENV: 'test', TZ: zone, LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8' } as const;
  const input = JSON.stringify(expressions);
  return JSON.parse(execFileSync(process.execPath, ['-e', program], { input, env, encoding: 'utf8' }));
}

const run = (code: string) => sandbox.run({ kind: 'function', code, bindings: {}, signal });

async function here(expression: string): Promise<{ json?: string; error?: string }> {
  const result = await run(`return (${expression})`);
  if (result.ok) return { json: JSON.stringify(result.value) };
  if (result.error.code === 'CODE_SYNTAX') return { error: 'SyntaxError' };
  return { error: /^(\w+): /.exec(result.error.message)?.[1] ?? result.error.message };
}

const ofNode = inNode(EXPRESSIONS);

it('the table is long enough to say something', () => {
  expect(new Set(EXPRESSIONS).size).toBeGreaterThan(300);
});

it.each(EXPRESSIONS.map((expression, index) => [expression, index] as const))(
  '%s gives what Node gives, or fails as it fails there',
  async (expression, index) => {
    expect(await here(expression)).toEqual(ofNode[index]);
  },
);

/** Sorts lists of many lengths and shapes by good and bad comparisons, and returns the steps. */
const SORTING = `
  let state = seed;
  const random = () => (state = (state * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff;
  const comparisons = [
    (a, b) => a - b, (a, b) => a > b, (a, b) => (a < b ? -1 : 1), (a, b) => (a % 10) - (b % 10),
    () => random() - 0.5, (a, b) => b - a,
  ];
  return Array.from({ length: 40 }, (_, round) => {
    const length = Math.floor(random() ** 3 * 1500);
    const list = Array.from({ length }, (_, at) => (random() < 0.3 ? at : Math.floor(random() * length)));
    let steps = 0;
    list.sort((a, b) => {
      steps = (steps * 31 + a * 7 + b) | 0;
      return comparisons[round % comparisons.length](a, b);
    });
    return [length, steps, list.reduce((sum, item) => (sum * 31 + item) | 0, 0)];
  });`;

it('sorting compares the same items in the same order as Node, also by what contradicts itself', async () => {
  for (const seed of [1, 7919, 123_457]) {
    const code = `const seed = ${seed};${SORTING}`;
    expect(await run(code)).toMatchObject({ ok: true, value: new Function(code)() });
  }
});

describe('what is not here', () => {
  it.each(NOT_HERE)('%s says so, and what to use', async (expression, words) => {
    expect(await run(`return (${expression})`)).toMatchObject({
      ok: false,
      error: { code: 'CODE_THREW', message: expect.stringMatching(words) },
    });
  });

  it.each(NOT_HERE)('%s fails nothing in a branch that is not taken', async (expression) => {
    expect(await run(`if (false) return (${expression}); return 1 // ${expression}`)).toMatchObject({
      value: 1,
    });
  });
});

it.each(['America/New_York', 'Pacific/Apia'])(
  'the zone of code is UTC when the server stands in %s',
  (zone) => {
    const thread = join(process.cwd(), 'lib/platform/sandbox/thread');
    const code =
      'return [new Date(2024, 6, 1).toISOString(), new Date(0).toString(), ' +
      'new Date(0).getTimezoneOffset(), ' +
      'new Date(0).toLocaleString(), new Intl.DateTimeFormat().resolvedOptions().timeZone]';
    const program = `
    import { ConsoleCapture } from '${thread}/console-capture.mjs';
    import { Evaluator } from '${thread}/evaluate.mjs';
    import { standInUtc } from '${thread}/guest-clock.mjs';
    import { QuickJsInstance } from '${thread}/quickjs-instance.mjs';
    standInUtc();
    const memory = new WebAssembly.Memory({ initial: 256, maximum: 512 });
    const instance = await QuickJsInstance.make({ memory });
    const evaluator = new Evaluator(instance, { maxOutputBytes: 1e6, isMemoryFull: () => false });
    const sources = [{ kind: 'function', code: ${JSON.stringify(code)}, names: [] }];
    const call = { id: 1, mode: 'value', sources, inputs: '[[]]', timeoutMs: 60000 };
    console.log(evaluator.evaluate(call, new ConsoleCapture()).json);
    process.exit(0);`;
    const args = ['--input-type=module', '-e', program];
    const found = execFileSync(process.execPath, args, {
      env: { NODE_ENV: 'test', TZ: zone, LANG: 'de_DE.UTF-8' },
      encoding: 'utf8',
    });
    expect(JSON.parse(found)).toEqual([
      '2024-07-01T00:00:00.000Z',
      'Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)',
      0,
      '1/1/1970, 12:00:00 AM',
      'UTC',
    ]);
  },
);

const DATES = [
  '2024-07-01',
  '2024-07',
  '2024-07-01T10:00',
  '2024-07-01T10:00:00.123',
  '2024-07-01T10:00Z',
  '2024-07-01T10:00+02:00',
  '2024-07-01 10:00',
  '2024-07-01 10:00:00 GMT',
  '2024-03-10 02:30',
  'Jul 1 2024',
  '1 July 2024 10:00',
  'July 1, 2024 3:04 PM',
  '7/1/2024',
  '7/1/2024 10:00 -0500',
  'Mon, 01 Jul 2024 10:00:00 GMT',
  'Mon Jul 01 2024 10:00:00 GMT+0200 (Central European Summer Time)',
  '2024-07-01 10:00 EST',
  '2024-07-01 10:00 PDT',
  '2024-07-01 10:00 UTC',
  '2024-07-01 10:00 (note)',
  '2024-07-01T10:00:00-0700',
  '10:00 Jul 1 2024',
  'Tue Jul 2 2024 00:00:00',
  '2024',
  '5',
  'nonsense',
  '',
];

it.each(['America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Apia'])(
  'a date is read in UTC when the server stands in %s',
  (zone) => {
    const file = join(process.cwd(), 'lib/platform/sandbox/thread/host/dates.mjs');
    const program = `
      import { parseInUtc } from ${JSON.stringify(file)};
      console.log(JSON.stringify(${JSON.stringify(DATES)}.map(parseInUtc)));`;
    const args = ['--input-type=module', '-e', program];
    const env = { NODE_ENV: 'test', TZ: zone } as const;
    const found = execFileSync(process.execPath, args, { env, encoding: 'utf8' });
    const inUtc = inNode(DATES.map((text) => `Date.parse(${JSON.stringify(text)})`));
    expect(JSON.parse(found)).toEqual(inUtc.map(({ json }) => JSON.parse(json ?? 'null')));
  },
);
