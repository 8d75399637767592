import { WorkflowDocument } from '../../../core/workflow/schema';

/** Returns numbers below 1, determined by a seed. */
export function dice(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

type Added = { id: string; type: string };

const MEMBER: Readonly<Record<string, string>> = {
  api: 'data',
  function: 'result',
  condition: 'branch',
  transform: 'result.sum',
  variables: 'seen',
  loop: 'results',
  parallel: 'results',
  wait: 'until',
};

/** Each of these holds sometimes for a server that responds at random. */
const ASSERTED = [
  { subject: 'status', operator: 'equals', value: '200' },
  { subject: 'status', operator: 'less', value: '500' },
  { subject: 'body', name: 'n', operator: 'exists' },
  { subject: 'header', name: 'content-type', operator: 'contains', value: 'json' },
];

/**
 * Returns a workflow of Start, then blocks of all kinds that run by themselves, connected at random; API
 * blocks call `origin`, which may respond with anything. The code of some uses the time and random numbers.
 */
export function randomWorkflow(seed: number, origin: string): WorkflowDocument {
  const next = dice(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T;
  const position = { x: 0, y: 0 };
  const blocks: Record<string, object> = { start: { id: 'start', type: 'start', name: 'start', position } };
  const edges: object[] = [];
  let count = 0;
  const configOf = (type: string, before: readonly string[], depth: number, id: string): object => {
    const seen = [...before].slice(-3).join(' ');
    const one = pick([...before, '1']);
    if (type === 'api')
      return {
        url: `${origin}/${id}?q=${pick(before.length > 0 ? before : ['1'])}`,
        method: pick(['GET', 'POST']),
        retry: { max: 0 },
        failOnStatus: next() < 0.3,
        assertions: next() < 0.3 ? [pick(ASSERTED)] : [],
        headers: [['x-token', '{{TOKEN}}']].map(([key, value]) => ({ key, value })),
      };
    if (type === 'function')
      return {
        code: pick([
          `return {n: 1, seen: ${JSON.stringify(seen.length)}};`,
          `const v = ${one}; return {v, at: Date.now(), chance: Math.random()};`,
          `console.log(new Date().toISOString()); return [Math.random(), ${one}];`,
          `throw new Error("no " + Math.random());`,
        ]),
      };
    if (type === 'condition')
      return {
        branches: [
          {
            id: 'a',
            label: 'A',
            expression: pick(['Math.random() < 0.5', 'Date.now() % 2 === 0', `!!${one}`]),
          },
          { id: 'b', label: 'B', expression: pick(['true', 'false', 'nothing.here']) },
        ],
      };
    const row = (name: string) => ({ name, type: 'any', value: one });
    if (type === 'transform') return { fields: [row('sum'), row('more')] };
    if (type === 'variables') return { variables: [row('seen')] };
    if (type === 'wait') return { kind: 'duration', amount: '1', unit: 'seconds' };
    const inside = add([...before, `<${type}.index?>`], id, depth - 1).map(reference);
    return {
      kind: 'count',
      count: Math.floor(next() * 4),
      onError: pick(['stop', 'collect']),
      ...(type === 'parallel' ? { concurrency: pick([1, 2, 5]) } : {}),
      result: next() < 0.5 ? '' : (inside.at(-1) ?? ''),
    };
  };
  const reference = ({ id, type }: Added) => `<${id}.${MEMBER[type]}?>`;
  const add = (before: readonly string[], parentId: string | undefined, depth: number): Added[] => {
    const level: Added[] = [];
    const seen = [...before];
    const size = 1 + Math.floor(next() * (parentId ? 3 : 6));
    for (let at = 0; at < size; at += 1) {
      const id = `b${count}`;
      count += 1;
      const kinds = ['api', 'api', 'api', 'function', 'condition', 'transform', 'variables'];
      const type = pick(depth > 0 ? [...kinds, 'loop', 'parallel'] : kinds);
      const from = level.filter(() => next() < 0.4).slice(-2);
      const common = { id, type, name: id, position, ...(parentId ? { parentId } : {}) };
      blocks[id] = common;
      for (const source of from) {
        const ports = source.type === 'condition' ? ['a', 'b', 'else'] : ['out', 'out', 'out', 'error'];
        edges.push({ id: `e${edges.length}`, source: source.id, sourceHandle: pick(ports), target: id });
      }
      if (from.length === 0 && parentId === undefined)
        edges.push({ id: `e${edges.length}`, source: 'start', target: id });
      const inScope = [...before, ...from.map(reference)];
      blocks[id] = { ...common, config: configOf(type, inScope, depth, id) };
      level.push({ id, type });
      seen.push(reference({ id, type }));
    }
    return level;
  };
  add(['<start.n>'], undefined, 2);
  return WorkflowDocument.parse({ blocks, edges });
}
