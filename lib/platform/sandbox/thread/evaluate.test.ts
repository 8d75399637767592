import { describe, expect, it } from 'vitest';
import { jsonDepth } from '../../text/count-levels.mjs';
import type { ThreadCall } from '../thread-protocol';
import { ConsoleCapture } from './console-capture.mjs';
import { Evaluator } from './evaluate.mjs';
import { QuickJsInstance } from './quickjs-instance.mjs';

async function evaluatorOf(pages: number) {
  const memory = new WebAssembly.Memory({ initial: 256, maximum: pages });
  const instance = await QuickJsInstance.make({ memory });
  const limits = { maxOutputBytes: 1_000_000, isMemoryFull: () => memory.buffer.byteLength > 20e6 };
  const evaluator = new Evaluator(instance, limits);
  const evaluate = (call: ThreadCall) => evaluator.evaluate(call, new ConsoleCapture());
  return { memory, evaluator, evaluate };
}

/** Wall-clock limit: on a busy machine hundreds of calls take many seconds, and none should be cut short. */
const PATIENCE_MS = 60_000;

const callOf = (code: string, timeoutMs = PATIENCE_MS): ThreadCall => ({
  id: 1,
  mode: 'value',
  sources: [{ kind: 'function', code, names: [] }],
  inputs: '[[]]',
  timeoutMs,
});

describe('one instance', () => {
  it(
    'serves call after call in the memory it began with',
    async () => {
      const { memory, evaluator, evaluate } = await evaluatorOf(1_024);
      const before = memory.buffer.byteLength;
      const codes = [
        'return [1, 2].map((x) => x * 2)',
        'throw new Error("no")',
        'return ;;; }',
        'await new Promise(() => {})',
        'const all = []; for (let i = 0; i < 1e4; i++) all.push({ i }); return all.length',
        'const a = {}; a.a = a; globalThis.kept = a; new FinalizationRegistry(() => {}).register(a, 1); ' +
          'return a',
      ];
      for (let n = 0; n < 600; n += 1) {
        if (n % 2 === 0) evaluator.prepare();
        const { sound } = evaluate(callOf(codes[n % codes.length] ?? ''));
        expect(sound, codes[n % codes.length]).toBe(true);
      }
      expect(memory.buffer.byteLength).toBe(before);
    },
    PATIENCE_MS,
  );

  it('finds nothing that a call before it left behind, however often the same code runs', async () => {
    const { evaluator, evaluate } = await evaluatorOf(1_024);
    const code = `
      const found = [globalThis.kept, Array.prototype.kept, [].at === Array.prototype.push, Math.random.kept];
      globalThis.kept = Array.prototype.kept = Math.random.kept = 'secret';
      Array.prototype.at = Array.prototype.push;
      JSON.stringify = () => '"forged"';
      return found`;
    for (let n = 0; n < 5; n += 1) {
      if (n % 2 === 0) evaluator.prepare();
      expect(evaluate(callOf(code))).toEqual({ ok: true, sound: true, json: '[null,null,false,null]' });
      expect(evaluate(callOf('throw new Error(String(globalThis.kept))'))).toMatchObject({
        error: { message: 'Error: undefined' },
      });
    }
  });

  it('works with programs that take turns, more of them than are kept compiled', async () => {
    const { evaluate } = await evaluatorOf(1_024);
    for (let round = 0; round < 4; round += 1)
      for (let n = 0; n < 12; n += 1) {
        const call = { ...callOf(`return [${n}, round]`), inputs: `[[${round}]]` };
        call.sources[0]!.names.push('round');
        expect(evaluate(call)).toMatchObject({ ok: true, json: `[${n},${round}]` });
      }
  });

  it('has random numbers of its own in every call', async () => {
    const { evaluate } = await evaluatorOf(1_024);
    const seen = new Set<number>();
    for (let n = 0; n < 50; n += 1) {
      const outcome = evaluate(callOf('return Array.from({ length: 20 }, Math.random)'));
      for (const number of JSON.parse(outcome.ok ? outcome.json : '[]')) {
        expect(number >= 0 && number < 1).toBe(true);
        seen.add(number);
      }
    }
    expect(seen.size).toBe(1_000);
    const mean = [...seen].reduce((sum, number) => sum + number, 0) / seen.size;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.06);
  });

  it.each([
    ['was interrupted', 'for (;;);'],
    ['ran out of memory', 'const all = []; for (;;) all.push("x".repeat(1e5) + all.length)'],
  ])(
    'is not to be used again when it %s',
    async (_why, code) => {
      const { evaluate } = await evaluatorOf(400);
      expect(evaluate(callOf(code, 1_000))).toMatchObject({ ok: false, sound: false });
    },
    PATIENCE_MS,
  );
});

it('nesting is counted outside of text', () => {
  expect(['1', '[]', '{"a":[{}]}', '["[[[[\\"[[", "\\\\"]', '[[],[[]]]'].map(jsonDepth)).toEqual([
    0, 1, 3, 1, 3,
  ]);
});
