import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../../platform/sandbox/sandbox';
import { run, workflow } from '../../engine/testing/probe-workflow';

const sandbox = createSandbox();
afterAll(() => sandbox.close());

async function resultOf(code: string): Promise<unknown> {
  const line = ['a', undefined, undefined, { type: 'function', config: { code } }] as const;
  const document = workflow([[...line]], ['start>a']);
  const { error, traceSpans } = await run(document, { ports: { code: sandbox } });
  expect(error).toBeNull();
  return (traceSpans.find(({ blockId }) => blockId === 'a')!.output as { result: unknown }).result;
}

describe('code of a Function', () => {
  it('knows time zones and languages', async () => {
    const code = `return [
      new Date('2024-07-01T12:00:00Z').toLocaleString(
        'en-US', { timeZone: 'America/New_York', hour: 'numeric' }),
      (1234567.5).toLocaleString('de-DE'),
      ['z', 'ä'].sort((a, b) => a.localeCompare(b, 'de')).join('')]`;
    expect(await resultOf(code)).toEqual(['8 AM', '1.234.567,5', 'äz']);
  });

  it.each([
    ['btoa("a")', 'YQ=='],
    ['atob("YQ==")', 'a'],
    ['new URL("https://a/b?c=1").searchParams.get("c")', '1'],
    ['new URLSearchParams({a:1}).toString()', 'a=1'],
    ['new TextEncoder().encode("é").length', 2],
    ['new TextDecoder().decode(new Uint8Array([195, 169]))', 'é'],
    ['structuredClone({a:1}).a', 1],
    ['typeof crypto.subtle', 'object'],
    ['new Intl.DateTimeFormat("de").format(0)', '1.1.1970'],
    ['new Uint8Array([1, 255]).toHex() + new Uint8Array([1, 255]).toBase64()', '01ffAf8='],
    [
      '[...Uint8Array.fromBase64("Af-_", { alphabet: "base64url" }), ...Uint8Array.fromHex("0a")]',
      [1, 255, 191, 10],
    ],
  ])('has %s', async (expression, result) => {
    expect(await resultOf(`return ${expression}`)).toEqual(result);
  });

  it('signs as an API asks for it', async () => {
    const code = `
      const bytes = (text) => new TextEncoder().encode(text);
      const key = await crypto.subtle.importKey(
        'raw', bytes('Jefe'), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
      const mac = await crypto.subtle.sign('HMAC', key, bytes('what do ya want for nothing?'));
      return new Uint8Array(mac).toHex();`;
    // RFC 4231, test case 2.
    expect(await resultOf(code)).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
  });

  it.each([
    ['return await crypto.subtle.digest("SHA-1", new Uint8Array(1))', /an ArrayBuffer; give back .*toHex/],
    ['return { query: new URLSearchParams("a=1") }', /"query" of the result is a URLSearchParams/],
  ])('%j is refused rather than emptied', async (code, words) => {
    const { error } = await run(
      workflow([['a', undefined, undefined, { type: 'function', config: { code } }]], ['start>a']),
      { ports: { code: sandbox } },
    );
    expect(error).toMatchObject({ code: 'CODE_RESULT_INVALID', message: expect.stringMatching(words) });
  });
});
