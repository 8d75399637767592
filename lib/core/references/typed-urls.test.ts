import { describe, expect, it } from 'vitest';
import { compileField, emptyScope } from '../blocks/compile-field';

const HOST = 'https://h.example';
/** Characters that Tomcat and strict gateways reject with 400. */
const REFUSED = /[|{}^`<>"\\ ]|%(?![0-9a-f]{2})/i;

/** Returns the path and query as they are sent. */
function sent(typed: string, value: unknown = 'v', variables = new Map<string, string>()): string {
  const scope = { ...emptyScope(), outputs: new Map([['api', { data: value }]]), variables };
  const known = (slug: string) => slug === 'api';
  const url = new URL(String(compileField('url', typed, known).resolve(scope)));
  return url.pathname + url.search;
}

describe('typed into a query or path', () => {
  it.each([
    ['/p?filter=price>20', '/p?filter=price%3E20'],
    ['/p?score=>|10', '/p?score=%3E%7C10'],
    ['/p?q="exact"', '/p?q=%22exact%22'],
    ['/p?q=a<b', '/p?q=a%3Cb'],
    ['/p?q=<b>', '/p?q=%3Cb%3E'],
    ['/p?pipe=a|b', '/p?pipe=a%7Cb'],
    ['/p?f={a}', '/p?f=%7Ba%7D'],
    ['/p?f={"a":[1,2]}', '/p?f=%7B%22a%22:[1,2]%7D'],
    ['/p?x=a^b', '/p?x=a%5Eb'],
    ['/p?x=a`b', '/p?x=a%60b'],
    ['/p?x=a\\b', '/p?x=a%5Cb'],
    ['/p?like=Exp%', '/p?like=Exp%25'],
    ['/p?like=%Exp%25', '/p?like=%25Exp%25'],
    ['/p?like=100%&n=1', '/p?like=100%25&n=1'],
    ['/p?a=%20b%C3%A9', '/p?a=%20b%C3%A9'],
    ['/p?q=a b', '/p?q=a%20b'],
    ['/p?q=a+b', '/p?q=a+b'],
    ['/p?q=é&r=日本', '/p?q=%C3%A9&r=%E6%97%A5%E6%9C%AC'],
    ["/p?q=it's", '/p?q=it%27s'],
    ['/a b|c^d"e<f>g`h', '/a%20b%7Cc%5Ed%22e%3Cf%3Eg%60h'],
    ['/50%/off', '/50%25/off'],
    ['/{id', '/%7Bid'],
    ['/a\\b', '/a/b'],
    ['/café', '/caf%C3%A9'],
    ['/p?a=1\n&b=2\t', '/p?a=1&b=2'],
    ['/p?a=1#x|y{z}', '/p?a=1'],
    ['/p?q=<api.data>|%', '/p?q=v%7C%25'],
    ['/p?q=%<api.data>', '/p?q=%25v'],
    ['/p?q=List<String>', '/p?q=List%3CString%3E'],
  ])('%s is sent as %s', (typed, expected) => {
    expect(sent(HOST + typed)).toBe(expected);
    expect(expected).not.toMatch(REFUSED);
  });

  it('what comes as a whole URL is sent in the same way', () => {
    expect(sent('<api.data>', `${HOST}/a|b?q=100%&r={x}`)).toBe('/a%7Cb?q=100%25&r=%7Bx%7D');
    expect(sent('{{BASE}}', '', new Map([['BASE', `${HOST}/a|b`]]))).toBe('/a%7Cb');
  });

  it('a value is encoded as ever, and :raw leaves it alone', () => {
    expect(sent(`${HOST}/p?q=<api.data>`, 'a|b%41')).toBe('/p?q=a%7Cb%2541');
    expect(sent(`${HOST}/p?q=<api.data:raw>`, 'a|b%41')).toBe('/p?q=a|b%41');
  });

  it('half an escape before a value stays half of one', () => {
    expect(sent(`${HOST}/p?q=%4<api.data>`, '1')).toBe('/p?q=%2541');
  });

  it('path parameters stay to be filled', () => {
    const resolve = (url: string) => compileField('url', url, () => false).resolve(emptyScope());
    expect(resolve(`${HOST}/users/{id}/:name`)).toBe(`${HOST}/users/{id}/:name`);
  });
});

describe('hosts', () => {
  const hostOf = (typed: string) =>
    new URL(String(compileField('url', typed, () => false).resolve(emptyScope()))).host;

  it.each([
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['https://日本.example:8443/', 'xn--wgv71a.example:8443'],
    ['http://[::1]:3000/x', '[::1]:3000'],
    ['http://[2001:DB8::1]/', '[2001:db8::1]'],
    ['HTTPS://H.EXAMPLE/', 'h.example'],
    ['http://0x7f.1/', '127.0.0.1'],
  ])('%s is %s', (typed, host) => {
    expect(hostOf(typed)).toBe(host);
  });
});

describe('what is refused says which character, and why', () => {
  it.each([
    ['https://a b.example/', /host "a b\.example" holds a blank/],
    ['https://a|b.example/', /holds "\|"/],
    ['https://{tenant}.example/x', /holds "\{"/],
    ['https://h.example:80a/', /port "80a"/],
    ['http://::1/', /stands in brackets/],
    ['http://256.1.1.1/', /not an IPv4 address/],
    ['https://h.example/a\u0007b', /the character U\+0007/],
    ['https://h.example/<gone.data>', /<gone\.data> is not a field/],
    ['https://h.example/?q=<gone.data[0].x>', /<gone\.data\[0\]\.x> is not a field/],
    ['https://h.example/{{lower}}', /no variable \{\{lower\}\}/],
    ['h.example/x', /Enter a whole URL/],
  ])('%s: %s', (typed, words) => {
    const { problem } = compileField('url', typed, () => false);
    const resolve = () => compileField('url', typed, () => false).resolve(emptyScope());
    expect(resolve).toThrow(words);
    if (problem !== null) expect(problem.code).toBe('URL_INVALID');
  });
});
