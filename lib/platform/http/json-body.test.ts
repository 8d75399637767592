import { describe, expect, it } from 'vitest';
import { parseJson } from './json-body';

const codeOf = (text: string, mostValues?: number): string | undefined => {
  try {
    parseJson(text, {}, mostValues);
    return undefined;
  } catch (error) {
    return (error as { issues: Array<{ code: string }> }).issues[0]?.code;
  }
};
/** A list counts as a value too. */
const list = (values: number): string =>
  `[${Array(values - 1)
    .fill('0')
    .join(',')}]`;

describe('a JSON body on the event loop', () => {
  it('has at most 250,000 values, counted before they are parsed', () => {
    expect(codeOf(list(250_000))).toBeUndefined();
    expect(codeOf(list(250_001))).toBe('body_too_complex');
    expect(codeOf(`${list(250_001)} and no JSON`)).toBe('body_too_complex');
  });

  it('has more values where the event loop is its own', () => {
    expect(codeOf(list(250_001), 250_001)).toBeUndefined();
    expect(codeOf(list(250_002), 250_001)).toBe('body_too_complex');
  });

  it('has at most 500 levels', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(codeOf(nested(500))).toBeUndefined();
    expect(codeOf(nested(501))).toBe('body_too_deep');
  });

  it('may be long text', () => {
    expect(codeOf(JSON.stringify(',['.repeat(500_000)))).toBeUndefined();
  });
});
