import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../../platform/sandbox/sandbox';
import type { ExecutionContext } from '../block';
import { FunctionConfig, functionDefinition } from './definition';
import { executeFunction } from './executor';

const sandbox = createSandbox({ threads: 1 });
afterAll(() => sandbox.close());

function call(code: string, bindings: Record<string, unknown> = {}, signal = new AbortController().signal) {
  const context = { code: sandbox, signal } as Partial<ExecutionContext> as ExecutionContext;
  return executeFunction({ code: { code, bindings }, timeoutMs: 2_000, retries: 0 }, context);
}

describe('a function', () => {
  it('puts out what it returned and what it printed', async () => {
    expect(
      await call('console.log("one"); console.error("two", $ref0); return $ref0 + 1', { $ref0: 1 }),
    ).toEqual({
      ok: true,
      output: { result: 2, stdout: 'one\ntwo 1', error: null },
    });
  });

  it('reads a reference in quotes as text', async () => {
    const result = await call('return "Hi $ref0, " + $ref0.length', { $ref0: '"; throw 1; //' });
    expect(result.output.result).toBe('Hi "; throw 1; //, 14');
  });

  it.each([
    ['\nnull.x', 'CODE_THREW', /^Line 2: TypeError: cannot read property 'x' of null/],
    ['let = =', 'CODE_SYNTAX', /^Line 1: Syntax error: /],
    ['return () => 1', 'CODE_RESULT_INVALID', /^The result is a function/],
    ['\nfor (;;) Math.abs(1)', 'CODE_TIMEOUT', /The code did not finish within 2000 ms\.$/],
    ['  ', 'CODE_EMPTY', /no code/],
  ])('%j fails with the line and the reason', async (code, kind, message) => {
    const result = await call(code);
    expect(result).toMatchObject({ ok: false, continuable: false, output: { result: null } });
    if (result.ok) return;
    expect(result.error).toMatchObject({
      code: kind,
      field: 'code',
      message: expect.stringMatching(message),
    });
    expect(result.output.error).toEqual(result.error);
  });

  it('keeps what it printed before it failed', async () => {
    expect(await call('console.log("so far"); throw new Error("no further")')).toMatchObject({
      ok: false,
      output: { stdout: 'so far' },
    });
  });

  it.each([
    ['throw new Error("again")', 3, 'CODE_THREW'],
    ['let = =', 1, 'CODE_SYNTAX'],
  ])('%j is tried %d times, as its retries and the failure say', async (text, tries, kind) => {
    const context = { code: sandbox, signal: new AbortController().signal } as unknown as ExecutionContext;
    const config = { code: { code: text, bindings: {} }, timeoutMs: 2_000, retries: 2 };
    const result = await executeFunction(config, context);
    expect(result).toMatchObject({ ok: false, error: { code: kind } });
    expect(result.attempts?.map(({ code }) => code) ?? [kind]).toEqual(new Array(tries).fill(kind));
  });

  it('ends with its run', async () => {
    expect(await call('for (;;);', {}, AbortSignal.timeout(50))).toMatchObject({
      error: { code: 'CANCELLED' },
    });
  });

  it('says so where no code may run', async () => {
    const result = await executeFunction(
      { code: { code: 'return 1', bindings: {} }, timeoutMs: 2_000, retries: 0 },
      {} as ExecutionContext,
    );
    expect(result).toMatchObject({ ok: false, error: { code: 'CODE_UNAVAILABLE' } });
  });
});

it('without code is a problem while editing', () => {
  const check = (code: string) => functionDefinition.check?.(FunctionConfig.parse({ code }))?.length;
  expect([check(''), check(' \n'), check('return 1')]).toEqual([1, 1, 0]);
});
