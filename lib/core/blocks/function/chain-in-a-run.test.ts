import { afterAll, expect, it } from 'vitest';
import type { CodeRunner } from '../../../platform/sandbox/contract';
import { createSandbox } from '../../../platform/sandbox/sandbox';
import { run, workflow } from '../../engine/testing/probe-workflow';

const sandbox = createSandbox();
afterAll(() => sandbox.close());

/** Counts the calls in each message: one more than the functions that were sent ahead. */
function counting(): { code: CodeRunner; sent: number[] } {
  const sent: number[] = [];
  const code: CodeRunner = {
    firstTrue: (request) => sandbox.firstTrue(request),
    run: ({ ahead, ...request }) => {
      const at = sent.push(1) - 1;
      const counted = () => {
        const calls = ahead?.() ?? [];
        sent[at] = 1 + calls.length;
        return calls;
      };
      return sandbox.run({ ...request, ahead: counted });
    },
  };
  return { code, sent };
}

const fn = (name: string, code: string, extra: object = {}): Parameters<typeof workflow>[0][number] => [
  name,
  undefined,
  undefined,
  { type: 'function', config: { code, ...extra } },
];
const LOOP = 'let n = 0; for (const x of';

it.each([
  [
    'three behind one another',
    [
      fn('a', 'let l = []; for (const x of [1, 2]) l.push({ x }); return { l, "k": <start.by> }'),
      fn('b', `${LOOP} <a.result.l>) n += x.x * <start.by>; return n`),
      fn('c', `${LOOP} [<b.result>, <a.result.l[1].x>]) n += x; return "n <start.by>" + n`),
    ],
    ['start>a', 'a>b', 'b>c'],
    [3, 1, 1],
    'n 1032',
  ],
  [
    'a result in quotes, and what was printed, wait for their turn',
    [
      fn('a', 'let n = 4; console.log("out"); return n'),
      fn('b', 'let t = "<a.result>"; return t + <a.stdout>'),
      fn('c', 'let t = <b.result>; return t + "!"'),
    ],
    ['start>a', 'a>b', 'b>c'],
    [1, 2, 1],
    '4out!',
  ],
  [
    'two behind one are not foreseen, nor one that waits for both',
    [
      fn('a', 'let n = 1; return n'),
      fn('b', 'let n = <a.result>; return n + 1'),
      fn('c', 'let n = <a.result>; return n + 2'),
      fn('d', 'let n = <b.result> + <c.result>; return n'),
    ],
    ['start>a', 'a>b', 'a>c', 'b>d', 'c>d'],
    [1, 1, 1, 1],
    5,
  ],
  [
    'what an error port catches',
    [fn('a', 'let n = 1; throw n'), fn('b', 'let n = 2; return n'), fn('c', 'let n = 3; return n')],
    ['start>a', 'a>b', 'a:error>c'],
    [2, 1],
    3,
  ],
] as const)('%s', async (_what, lines, edges, messages, result) => {
  const { code, sent } = counting();
  const document = workflow([...lines], [...edges]);
  const outcome = await run(document, { request: { input: { by: 10 } }, ports: { code } });
  expect(outcome).toMatchObject({ status: 'success', output: { result } });
  expect(sent).toEqual(messages);
});

it('the trace shows what its author wrote, and the values of the references', async () => {
  const code = 'return "Hi <start.by>, " + <start.by>';
  const decide = { branches: [{ id: 'x', label: '', expression: '<start.by> > 5' }] };
  const document = workflow(
    [fn('a', code), ['c', undefined, undefined, { type: 'condition', config: decide }]],
    ['start>a', 'start>c'],
  );
  const { traceSpans } = await run(document, { request: { input: { by: 10 } }, ports: { code: sandbox } });
  const inputOf = (name: string) => traceSpans.find((span) => span.name === name)?.input;
  expect(inputOf('a')).toMatchObject({ code: { code, values: { '<start.by>': 10 } } });
  expect(inputOf('c')).toMatchObject({
    branches: [{ id: 'x', expression: { code: '<start.by> > 5', values: { '<start.by>': 10 } } }],
  });
});
