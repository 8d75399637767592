import type { Random } from '../../../lib/core/expressions/testing/random';
import type { Surroundings } from './authored';
import { type Amount, around as aroundLimit, BUDGETS, upTo } from './budgets';
import { type CaseDraft, type Config, Draft, START_TYPE } from './draft';
import { type JsonText, nested, sized, wide } from './json-texts';
import { inputOf, smallDocument } from './small-documents';
import { STRANGE } from './texts';

const amountWords = (what: string, { count, level }: Amount): string =>
  `${what} ${count.toLocaleString('en')} (${level})`;

const begun = (): Draft => {
  const document = new Draft();
  document.add(START_TYPE, {});
  return document;
};

const text = (value: string): Config => ({ fields: [{ name: 'a', type: 'string', value }] });

/** Returns inputs around their limits, for a document of any kind. */
export function inputShape(random: Random, around: Surroundings): CaseDraft {
  const { document } = smallDocument(random, around);
  const { words, input } = random.pick([largeInput, deepInput, wideInput, strangeInput])(random);
  return { document, inputs: [input], words: `input: ${words}` };
}

interface Input {
  words: string;
  input: JsonText;
}

function largeInput(random: Random): Input {
  const amount = aroundLimit(random, BUDGETS.inputBytes - 4_096);
  if (amount.level === 'far') amount.count = BUDGETS.inputBytes * 1.5;
  return {
    words: amountWords('bytes', amount),
    input: inputOf(random, { v: sized(random, amount.count) }),
  };
}

function deepInput(random: Random): Input {
  const amount = aroundLimit(random, BUDGETS.jsonDepth - 2);
  if (random.chance(0.2)) amount.count = upTo(random, 200_000);
  return {
    words: amountWords('levels', amount),
    input: inputOf(random, { v: nested(random, amount.count) }),
  };
}

function wideInput(random: Random): Input {
  const amount = aroundLimit(random, BUDGETS.jsonValues / 4);
  const member = random.pick(['v', 'list', 'o']);
  return {
    words: amountWords('values', amount),
    input: inputOf(random, { [member]: wide(random, amount.count) }),
  };
}

function strangeInput(random: Random): Input {
  const count = upTo(random, 2_000);
  const keys = Array.from({ length: count }, (_, at) => [`${random.pick(STRANGE)}${at % 3 ? at : ''}`, '1']);
  const digits = `${random.pick(['', '-', '0.', '1e'])}${'9'.repeat(upTo(random, 5_000))}`;
  const input = inputOf(random, { n: digits, ...Object.fromEntries(keys) });
  return { words: `${count} strange names, ${digits.length} digits`, input };
}

type Make = (random: Random, around: Surroundings) => { document: Draft; input: JsonText; amount: Amount };

/** Output that grows with each iteration. */
function madeInLoop(random: Random): ReturnType<Make> {
  const budget = random.chance(0.8) ? BUDGETS.madeHere : BUDGETS.madeInARun / 4;
  const amount = aroundLimit(random, budget);
  const times = random.pick([10, 100, 1_000]);
  const document = begun();
  const { id } = document.append(random.pick(['loop', 'parallel']), {
    kind: 'count',
    count: String(times),
    ...(random.chance(0.5) && { result: 'x' }),
  });
  document.add('transform', text('<start.v>'), { parentId: id });
  const input = inputOf(random, { v: sized(random, Math.min(9_000_000, amount.count / times)) });
  return { document, input, amount };
}

/** Each block's output is twice as large as the previous one's. */
function doubling(random: Random): ReturnType<Make> {
  const amount = aroundLimit(random, 26);
  const document = begun();
  let value = '<start.s>';
  for (let at = 1; at <= amount.count; at += 1) {
    document.append('transform', text(value.repeat(2)));
    value = `<b${at}.result.a>`;
  }
  return { document, input: inputOf(random, { s: '"0123456789"' }), amount };
}

/** Outputs that are kept until the run's end. */
function heldOutputs(random: Random): ReturnType<Make> {
  const amount = aroundLimit(random, 4 * 1024 * 1024);
  const blocks = random.pick([2, 20, 200]);
  const document = begun();
  for (let at = 0; at < blocks; at += 1) document.append('transform', text('<start.v>'));
  return { document, input: inputOf(random, { v: sized(random, amount.count / blocks) }), amount };
}

/** Responses of another server around the size limit. */
function largeAnswers(random: Random, around: Surroundings): ReturnType<Make> {
  const amount = aroundLimit(random, random.pick([1, 10]) * 1024 * 1024);
  const document = begun();
  const path = random.pick(['size', 'list', 'deep', 'headers']);
  for (let at = 0; at < random.pick([1, 4]); at += 1)
    document.append('api', { url: `${around.upstream}/${path}/${amount.count}` });
  document.append('response', { body: random.pick(['<b1.data>', '<b1.data><b1.data>', '{"a": <b1.data>}']) });
  return { document, input: inputOf(random), amount };
}

function manyIterations(random: Random): ReturnType<Make> {
  const amount = aroundLimit(random, random.pick([1_000, 10_000]));
  const document = begun();
  const limits = { maxIterations: 10_000, concurrency: random.pick([1, 10, 100]), onError: 'collect' };
  const by = random.pick<Config>([
    { kind: 'count', count: String(amount.count) },
    { kind: 'forEach', items: '<start.list>' },
    { kind: 'while', condition: `<loop.index> < ${amount.count}` },
  ]);
  const { id } = document.append('loop', { ...by, ...limits });
  const inside = random.pick<[string, Config]>([
    ['transform', text('<loop.index>')],
    ['function', { code: 'return <loop.index> * 2' }],
    ['condition', { branches: [{ id: 'a', expression: '<loop.index> > 5' }] }],
    ['variables', { variables: [{ name: 'n', type: 'any', value: '<loop.index>' }] }],
  ]);
  document.add(...inside, { parentId: id });
  const list = `[${Array(Math.min(amount.count, 50_000)).fill(1).join(',')}]`;
  return { document, input: inputOf(random, { list }), amount };
}

/** Many calls of other servers, workflows or models. */
function manyCalls(random: Random, around: Surroundings): ReturnType<Make> {
  const amount = { count: upTo(random, 200), level: 'some' as const };
  const document = begun();
  const count = String(amount.count);
  const { id } = document.append('parallel', { kind: 'count', count, onError: 'collect' });
  const provider = { kind: 'openai', baseUrl: `${around.upstream}/v1`, apiKey: 'x' };
  const tools = [{ kind: 'request', name: 'look', url: `${around.upstream}/x?a=<args.a>` }];
  const inside = random.pick<[string, Config]>([
    ['api', { url: `${around.upstream}/a`, method: 'POST', body: { kind: 'raw', value: '<start.v>' } }],
    ['workflow', { workflowId: around.calleeId, input: [{ name: 'v', value: '<start.v>' }] }],
    ['agent', { provider, tools, model: 'served', prompt: '<start.v> <parallel.index>' }],
  ]);
  document.add(...inside, { parentId: id });
  return { document, input: inputOf(random, { v: sized(random, upTo(random, 100_000)) }), amount };
}

const SHAPES: Readonly<Record<string, Make>> = {
  'made in a loop': madeInLoop,
  doublings: doubling,
  'outputs held': heldOutputs,
  'bytes of answers': largeAnswers,
  iterations: manyIterations,
  calls: manyCalls,
};

/** Returns small documents that produce much data when they run. */
export function runShape(random: Random, around: Surroundings): CaseDraft {
  const what = random.pick(Object.keys(SHAPES));
  const { document, input, amount } = (SHAPES[what] as Make)(random, around);
  return { document, inputs: [input], words: `run: ${amountWords(what, amount)}` };
}
