import { afterEach, describe, expect, it } from 'vitest';
import { type Cookie, cookiesFor, cookieValues, joinCookies, takeCookies } from './cookies';
import { startHttpServer, startHttpsServer } from './testing/loopback-server';
import { createTestBed, get, ONCE, post } from './testing/outbound-test-client';
import { TEST_CERTIFICATE } from './testing/test-certificate';

const bed = createTestBed();
afterEach(() => bed.closeAll());

const NOW = Date.UTC(2026, 10, 25);
const HTTPS = 'https://shop.example.com/account/login?x=1';
const take = (url: string, ...lines: string[]) => takeCookies([], new URL(url), lines, NOW);
const sent = (cookies: readonly Cookie[], url: string) => cookiesFor(cookies, new URL(url));

describe('what goes where', () => {
  it.each<[line: string, url: string, sent: string | null]>([
    ['sid=1', 'https://shop.example.com/account/', 'sid=1'],
    ['sid=1', 'https://shop.example.com/account', 'sid=1'],
    ['sid=1', 'https://shop.example.com/accounting', null],
    ['sid=1', 'https://shop.example.com/', null],
    ['sid=1; Path=/', 'https://shop.example.com/', 'sid=1'],
    ['sid=1; Path=/', 'https://shop.example.com:8443/', 'sid=1'],
    ['sid=1; Path=/', 'https://www.shop.example.com/', null],
    ['sid=1; Path=/', 'https://example.com/', null],
    ['sid=1; Path=/', 'https://other.test/', null],
    ['sid=1; Path=/; Domain=example.com', 'https://www.example.com/', 'sid=1'],
    ['sid=1; Path=/; Domain=.Example.com', 'https://example.com/', 'sid=1'],
    ['sid=1; Path=/; Domain=example.com', 'https://badexample.com/', null],
    ['sid=1; Path=/; Domain=shop.example.com', 'https://a.shop.example.com/', 'sid=1'],
    ['sid=1; Path=/; Domain=other.test', 'https://other.test/', null],
    ['sid=1; Path=/; Domain=com', 'https://example.com/', null],
    ['sid=1; Path=/; Domain=a.shop.example.com', 'https://a.shop.example.com/', null],
    ['sid=1; Path=/; Secure', 'https://shop.example.com/', 'sid=1'],
    ['sid=1; Path=/; Secure', 'http://shop.example.com/', null],
    ['sid=1; Path=/', 'http://shop.example.com/', 'sid=1'],
    ['sid=1; path=/a', 'https://shop.example.com/a/b', 'sid=1'],
    ['sid=1; path=/a', 'https://shop.example.com/ab', null],
    ['sid=1; path=relative', 'https://shop.example.com/account/x', 'sid=1'],
    ['sid=1; Path=/; Max-Age=0', 'https://shop.example.com/', null],
    ['sid=1; Path=/; Max-Age=-5', 'https://shop.example.com/', null],
    ['sid=1; Path=/; Max-Age=60', 'https://shop.example.com/', 'sid=1'],
    ['sid=1; Path=/; Expires=Wed, 21 Oct 2015 07:28:00 GMT', 'https://shop.example.com/', null],
    ['sid=1; Path=/; Expires=Wed, 21-Oct-2037 07:28:00 GMT', 'https://shop.example.com/', 'sid=1'],
    ['sid=1; Path=/; Expires=Wed, 21 Oct 2015 07:28:00 GMT; Max-Age=9', 'https://shop.example.com/', 'sid=1'],
    ['sid=1; Path=/; Expires=nonsense', 'https://shop.example.com/', 'sid=1'],
    [' sid = a b ; Path=/', 'https://shop.example.com/', 'sid=a b'],
    ['sid=a=b; Path=/', 'https://shop.example.com/', 'sid=a=b'],
    ['sid="a"; Path=/; HttpOnly; SameSite=Lax', 'https://shop.example.com/', 'sid="a"'],
    ['sid=; Path=/', 'https://shop.example.com/', 'sid='],
    ['sid; Path=/', 'https://shop.example.com/', null],
    ['=1; Path=/', 'https://shop.example.com/', null],
    ['', 'https://shop.example.com/', null],
    ['__Host-a=1; Path=/; Secure', 'https://shop.example.com/', '__Host-a=1'],
    ['__Host-a=1; Path=/; Secure; Domain=example.com', 'https://shop.example.com/', null],
    ['__Secure-a=1; Path=/', 'https://shop.example.com/', null],
  ])('%s, to %s: %s', (line, url, expected) => {
    expect(sent(take(HTTPS, line), url)).toBe(expected);
  });

  it.each([
    ['127.0.0.1', 'sid=1; Domain=127.0.0.1', 'http://127.0.0.1/', 'sid=1'],
    ['127.0.0.1', 'sid=1; Domain=0.0.1', 'http://127.0.0.1/', null],
    ['[2001:db8::1]', 'sid=1', 'http://[2001:db8::1]/', 'sid=1'],
    ['localhost', 'sid=1; Domain=localhost', 'http://localhost/', 'sid=1'],
  ])('of %s: %s', (host, line, url, expected) => {
    expect(sent(take(`http://${host}/`, line), url)).toBe(expected);
  });

  it('the more exact path comes first, and a new value takes the place of the old', () => {
    const cookies = take(HTTPS, 'a=1; Path=/', 'b=2; Path=/account', 'a=3; Path=/', 'c=4; Path=/');
    expect(sent(cookies, 'https://shop.example.com/account/')).toBe('b=2; a=3; c=4');
    expect(cookieValues(cookies)).toEqual({ a: '3', b: '2', c: '4' });
  });

  it('what is taken back is gone', () => {
    const known = take(HTTPS, 'a=1; Path=/');
    expect(takeCookies(known, new URL(HTTPS), ['a=; Path=/; Max-Age=0'], NOW)).toEqual([]);
  });

  it('a server can’t make the list endless', () => {
    const lines = Array.from({ length: 200 }, (_, index) => `c${index}=1; Path=/`);
    expect(take(HTTPS, ...lines, `long=${'x'.repeat(5_000)}`)).toHaveLength(50);
  });

  it('joins the author’s own, whose names give way', () => {
    expect(joinCookies('a=1; b=2', 'b=3; c=4')).toBe('a=1; b=3; c=4');
    expect(joinCookies(' a=1;', 'c=4')).toBe('a=1; c=4');
  });
});

describe('on the way through redirects', () => {
  const serve = (...args: Parameters<typeof startHttpServer>) => bed.serve(startHttpServer(...args));

  it('what a hop sets goes to the next ones of its site, and is told at the end', async () => {
    const server = await serve((request, response) => {
      const next: Record<string, [string, string[]]> = {
        '/login': ['/step', ['sid=s1; Path=/; HttpOnly', 'own=new; Path=/', 'deep=1; Path=/deep']],
        '/step': ['/home', ['sid=s2; Path=/']],
      };
      const [location, cookies] = next[request.url] ?? [null, ['last=1']];
      response.setHeader('set-cookie', cookies);
      if (location !== null) response.writeHead(302, { location });
      response.end();
    });
    const own: Array<[string, string]> = [['Cookie', 'mine=1; own=old']];
    const { response, redirects } = await bed
      .open()
      .client.request(post(`${server.origin}/login`, 'x', own), ONCE);
    expect(server.received.map(({ headers }) => headers.cookie)).toEqual([
      'mine=1; own=old',
      'mine=1; sid=s1; own=new',
      'mine=1; own=new; sid=s2',
    ]);
    expect(response?.cookies).toEqual({ own: 'new', deep: '1', sid: 's2', last: '1' });
    expect(response?.headers['set-cookie']).toEqual(['last=1']);
    const at = (path: string) => `${server.origin}${path}`;
    expect(redirects).toEqual([
      {
        status: 302,
        url: at('/login'),
        location: at('/step'),
        setCookie: ['sid=s1; Path=/; HttpOnly', 'own=new; Path=/', 'deep=1; Path=/deep'],
      },
      { status: 302, url: at('/step'), location: at('/home'), setCookie: ['sid=s2; Path=/'] },
    ]);
  });

  it('what one site sets never goes to another', async () => {
    const target = await serve((_request, response) => response.end());
    const loopback = async () => [{ address: '127.0.0.1', family: 4 as const }];
    const server = await serve((_request, response) => {
      response.setHeader('set-cookie', ['a=1', 'b=2; Domain=other.test']);
      response.writeHead(302, { location: `http://other.test:${target.port}/` }).end();
    });
    const { client } = bed.open({ resolve: loopback });
    await client.request(get(`http://one.test:${server.port}/`), ONCE);
    expect(target.received[0]?.headers.cookie).toBeUndefined();
  });

  it('a secure one goes over TLS alone', async () => {
    const secure = await bed.serve(startHttpsServer((_request, response) => response.end()));
    const server = await serve((request, response) => {
      response.setHeader('set-cookie', [
        's=1; Path=/; Secure; Domain=secure.test',
        'p=2; Path=/; Domain=secure.test',
      ]);
      const location = request.url === '/' ? '/again' : `https://secure.test:${secure.port}/`;
      response.writeHead(302, { location }).end();
    });
    const loopback = async () => [{ address: '127.0.0.1', family: 4 as const }];
    const { client } = bed.open({ resolve: loopback, ca: TEST_CERTIFICATE.cert });
    await client.request(get(`http://secure.test:${server.port}/`), ONCE);
    expect(server.received[1]?.headers.cookie).toBe('p=2');
    expect(secure.received[0]?.headers.cookie).toBe('s=1; p=2');
  });

  it('each attempt begins without them', async () => {
    const server = await serve((request, response, index) => {
      response.setHeader('set-cookie', `n=${index}`);
      if (request.url === '/') response.writeHead(307, { location: '/next' });
      else if (index === 1) response.statusCode = 500;
      response.end();
    });
    const { response } = await bed.open().client.request(post(server.origin, 'x'));
    expect(server.received.map(({ headers }) => headers.cookie)).toEqual([
      undefined,
      'n=0',
      undefined,
      'n=2',
    ]);
    expect(response?.cookies).toEqual({ n: '3' });
  });

  it('without any there are none', async () => {
    const server = await serve((_request, response) => response.end());
    const { response, redirects } = await bed.open().client.request(get(server.origin), ONCE);
    expect([response?.cookies, redirects]).toEqual([{}, undefined]);
  });
});

describe('a location', () => {
  it.each<[string, string, string]>([
    ['in UTF-8', '/caf\xc3\xa9?q=\xc3\xa9#x', '/caf%C3%A9?q=%C3%A9'],
    ['in Latin-1', '/caf\xe9', '/caf%E9'],
    ['with blanks', '/a b?c d', '/a%20b?c%20d'],
    ['with a backslash', '\\a\\b', '/a/b'],
    ['that is encoded already', '/caf%C3%A9', '/caf%C3%A9'],
  ])('%s is read as a browser does', async (_what, location, path) => {
    const server = await bed.serve(
      startHttpServer((request, response) => {
        if (request.url === '/') response.writeHead(302, { location });
        response.end();
      }),
    );
    await bed.open().client.request(get(server.origin), ONCE);
    expect(server.received[1]?.url).toBe(path);
  });

  it('that is empty leads nowhere', async () => {
    const server = await bed.serve(
      startHttpServer((_request, response) => response.writeHead(302, { location: '' }).end('here')),
    );
    const { response } = await bed.open().client.request(get(server.origin), ONCE);
    expect([response?.status, response?.body.toString()]).toEqual([302, 'here']);
    expect(server.received).toHaveLength(1);
  });

  it('with a UTF-8 host goes to the name it stands for', async () => {
    const asked: string[] = [];
    const server = await bed.serve(
      startHttpServer((request, response) => {
        if (request.headers.host?.startsWith('127'))
          response.writeHead(302, { location: `http://b\xc3\xbccher.test:${server.port}/` });
        response.end();
      }),
    );
    const { client } = bed.open({
      resolve: async (name) => {
        asked.push(name);
        return [{ address: '127.0.0.1', family: 4 }];
      },
    });
    await client.request(get(server.origin), ONCE);
    expect(asked).toEqual(['xn--bcher-kva.test']);
  });
});
