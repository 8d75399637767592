import { describe, expect, it } from 'vitest';
import { decodeText, encodingOf, isEncodedAs } from './encodings';

describe('an encoding', () => {
  it.each([
    ['UTF-8', 'utf-8'],
    [' utf8\n', 'utf-8'],
    ['latin1', 'windows-1252'],
    ['ISO-8859-1', 'windows-1252'],
    ['us-ascii', 'windows-1252'],
    ['gb2312', 'gbk'],
    ['Shift_JIS', 'shift_jis'],
    ['utf-16', 'utf-16le'],
  ])('is known by the label %j', (label, encoding) => expect(encodingOf(label)).toBe(encoding));

  it.each(['', 'utf-7', 'no-such', 'x'.repeat(1_000_000), null, undefined])('is none of %s', (label) =>
    expect(encodingOf(label)).toBeNull(),
  );

  it('of Windows has the signs that ISO-8859-1 lacks, as browsers read both', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const text = decodeText(bytes, 'windows-1252');
    expect(text.slice(0x80, 0xa0)).toBe('€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ');
    expect([...text].map((each) => each.charCodeAt(0)).filter((code, byte) => code === byte)).toHaveLength(
      229,
    );
    expect(decodeText(Uint8Array.of(0x63, 0xe9), 'windows-1252')).toBe('cé');
  });

  it.each([
    ['windows-1250', [0xe8], 'č'],
    ['windows-1251', [0xe8], 'и'],
    ['shift_jis', [0x83, 0x65], 'テ'],
    ['gbk', [0xc1, 0xaa], '联'],
    ['utf-16le', [0xff, 0xfe, 0xe9, 0], 'é'],
    ['utf-16be', [0xfe, 0xff, 0, 0xe9], 'é'],
    ['utf-8', [0xef, 0xbb, 0xbf, 0xc3, 0xa9], 'é'],
  ])('%s is decoded, without its byte order mark', (encoding, bytes, text) =>
    expect(decodeText(Uint8Array.from(bytes), encoding)).toBe(text),
  );

  it('says whether it has all of some bytes', () => {
    expect(isEncodedAs(Buffer.from('é'), 'utf-8')).toBe(true);
    expect(isEncodedAs(Buffer.from('é', 'latin1'), 'utf-8')).toBe(false);
    expect(isEncodedAs(Buffer.from('é', 'latin1'), 'windows-1252')).toBe(true);
    expect(isEncodedAs(Uint8Array.of(0x83), 'shift_jis')).toBe(false);
    expect(isEncodedAs(Uint8Array.of(0x83, 0x65), 'shift_jis')).toBe(true);
  });
});
