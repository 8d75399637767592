import { newQuickJSWASMModuleFromVariant, newVariant, RELEASE_SYNC } from 'quickjs-emscripten';
import { describe, expect, it } from 'vitest';
import type { ThreadCall } from '../thread-protocol';
import { ConsoleCapture } from './console-capture.mjs';
import { evaluate, prepare } from './evaluate.mjs';
import { jsonDepth } from './json-depth.mjs';

async function instanceOf(pages: number) {
  const memory = new WebAssembly.Memory({ initial: 256, maximum: pages });
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(RELEASE_SYNC, { wasmMemory: memory }));
  return { memory, quickjs, maxOutputBytes: 1_000_000, isMemoryFull: () => memory.buffer.byteLength > 20e6 };
}

/**
 * Wall clock: on a busy machine hundreds of calls take many seconds, and none of them is to be cut short for
 * that.
 */
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
      const instance = await instanceOf(1_024);
      const before = instance.memory.buffer.byteLength;
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
        if (n % 2 === 0) prepare(instance);
        const { sound } = evaluate(instance, callOf(codes[n % codes.length] ?? ''), new ConsoleCapture());
        expect(sound, codes[n % codes.length]).toBe(true);
      }
      expect(instance.memory.buffer.byteLength).toBe(before);
    },
    PATIENCE_MS,
  );

  it.each([
    ['was interrupted', 'for (;;);'],
    ['ran out of memory', 'const all = []; for (;;) all.push("x".repeat(1e5) + all.length)'],
  ])(
    'is not to be used again when it %s',
    async (_why, code) => {
      const outcome = evaluate(await instanceOf(400), callOf(code, 1_000), new ConsoleCapture());
      expect(outcome).toMatchObject({ ok: false, sound: false });
    },
    PATIENCE_MS,
  );
});

it('nesting is counted outside of text', () => {
  expect(['1', '[]', '{"a":[{}]}', '["[[[[\\"[[", "\\\\"]', '[[],[[]]]'].map(jsonDepth)).toEqual([
    0, 1, 3, 1, 3,
  ]);
});
