import { expect, test } from 'vitest';
import { fileNameOf } from './file-name';

const at = (url: string, disposition?: string) =>
  fileNameOf({ url, headers: disposition === undefined ? {} : { 'content-disposition': disposition } });

test.each([
  ['attachment; filename="report 1.pdf"', 'report 1.pdf'],
  ['attachment; filename=plain.zip; size=3', 'plain.zip'],
  [`attachment; filename="x.pdf"; filename*=UTF-8''na%C3%AFve%20plan.pdf`, 'naïve plan.pdf'],
  ['attachment; filename="a\\"b.txt"', 'a"b.txt'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="C:\\\\temp\\\\x.png"', 'x.png'],
  ['attachment; filename="..hidden"', 'hidden'],
  ['attachment; filename="a\u0000b\u202ec.exe"', 'a b c.exe'],
  ['attachment; filename=""', 'photo.jpg'],
  ['inline', 'photo.jpg'],
])('%s', (disposition, name) => {
  expect(at('https://example.com/files/photo.jpg?size=2', disposition)).toBe(name);
});

test('without a header the URL names it; without either it is a file', () => {
  expect(at('https://example.com/a%20b.png')).toBe('a b.png');
  expect(at('https://example.com/100%')).toBe('100%');
  expect(at('https://example.com/')).toBe('file');
});

test('a long name keeps its ending', () => {
  const name = at(`https://example.com/${'x'.repeat(300)}.tar`);
  expect([name.length, name.slice(-5)]).toEqual([120, 'x.tar']);
});
