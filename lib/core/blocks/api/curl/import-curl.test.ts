import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOf } from '../../../../platform/testing/cost-of';
import { ImportError } from '../../import-export';
import { ApiConfig } from '../config/api-config';
import { BASH_COMMANDS } from './commands.fixture';
import { importCurl, importCurls } from './import-curl';
import { looksLikeCurl } from './looks-like-curl';
import { requestOf } from './testing/compare-requests';

const rows = (...pairs: Array<[string, string]>) =>
  pairs.map(([key, value]) => ({ key, value, enabled: true }));

describe('the shells people copy from', () => {
  const expected = {
    method: 'POST',
    url: 'https://api.test/items',
    params: rows(['a', '1'], ['b', '2']),
    headers: rows(['accept', '*/*'], ['x-quote', 'say "hi"']),
    body: { kind: 'json', value: '{"name":"a & b","n":1}' },
  };

  it('a browser for cmd.exe, with carets', () => {
    const command = [
      'curl ^"https://api.test/items?a=1^&b=2^" ^',
      '  -H ^"accept: */*^" ^',
      '  -H ^"x-quote: say ^\\^"hi^\\^"^" ^',
      '  -H ^"content-type: application/json^" ^',
      '  --data-raw ^"^{^\\^"name^\\^":^\\^"a ^& b^\\^",^\\^"n^\\^":1^}^"',
    ].join('\r\n');
    expect(importCurl(command).config).toEqual(expected);
  });

  it('an older browser for cmd.exe, with doubled quotes', () => {
    const command =
      'curl "https://api.test/items?a=1&b=2" -H "accept: */*" -H "x-quote: say \\"hi\\"" ' +
      '-H "content-type: application/json" --data-binary "{""name"":""a & b"",""n"":1}" --compressed';
    expect(importCurl(command).config).toEqual(expected);
  });

  it('PowerShell, with backticks', () => {
    const command = [
      'curl.exe "https://api.test/items?a=1&b=2" `',
      "  -H 'accept: */*' `",
      '  -H "x-quote: say `"hi`"" `',
      '  -H "content-type: application/json" `',
      `  --data-raw '{\\"name\\":\\"a & b\\",\\"n\\":1}'`,
    ].join('\r\n');
    expect(importCurl(command).config).toEqual(expected);
  });

  it('PowerShell variables become variables', () => {
    const { config, warnings } = importCurl('curl.exe `\n -H "X-A: $env:MY_TOKEN" `\n https://api.test/x');
    expect(config.headers).toEqual(rows(['X-A', '{{MY_TOKEN}}']));
    expect(warnings.join()).toContain('{{MY_TOKEN}}');
  });

  it('cmd.exe, with a line end inside a value', () => {
    const { config } = importCurl(
      'curl ^"https://api.test/x^" ^\r\n -H ^"content-type: text/plain^" --data-raw ^"a^\r\n\r\nb^"',
    );
    expect(config.body).toEqual({ kind: 'raw', value: 'a\nb', contentType: 'text/plain' });
  });

  it.each([
    ['a prompt', '$ curl https://api.test/x'],
    ['the prompt of root', '# curl https://api.test/x'],
    ['a prompt that says where', 'me@box:~/work$ curl https://api.test/x'],
    ['a prompt of PowerShell', 'PS C:\\Users\\me> curl.exe https://api.test/x'],
    ['a prompt of cmd.exe', 'C:\\>curl https://api.test/x'],
    ['a comment that speaks of curl', '# use curl for it\ncurl https://api.test/x'],
    ['sudo', 'sudo curl https://api.test/x'],
    ['a path', '/usr/bin/curl https://api.test/x'],
    ['Windows', 'C:\\Windows\\System32\\curl.exe https://api.test/x'],
    ['a word processor', 'curl “https://api.test/x” –request GET'],
    ['lines without their backslash', 'curl https://api.test/x\n  -X GET\n  --silent'],
    ['blanks behind the backslash', 'curl \\  \n https://api.test/x'],
    ['non-breaking blanks', 'curl\u00a0https://api.test/x'],
    ['long options with an equals sign', 'curl --request=GET --url=https://api.test/x'],
  ])('%s', (_, command) => {
    expect(importCurl(command).config).toEqual({ method: 'GET', url: 'https://api.test/x' });
  });

  it('an address without quotes keeps its whole query', () => {
    const { config } = importCurl('curl https://api.test/x?a=1&b=2 -X PUT');
    expect(config).toMatchObject({ method: 'PUT', params: rows(['a', '1'], ['b', '2']) });
  });

  it('shell variables become variables of the workspace, wherever they stand', () => {
    const { config, warnings } = importCurl(
      `curl "\${BASE_URL}/users/$USER_ID?key=$KEY" -H "Authorization: Bearer $TOKEN" ` +
        `--json "{\\"n\\": $COUNT}"`,
    );
    expect(config).toMatchObject({
      url: '{{BASE_URL}}/users/{{USER_ID}}',
      params: rows(['key', '{{KEY}}']),
      headers: rows(['Authorization', 'Bearer {{TOKEN}}'], ['Accept', 'application/json']),
      body: { kind: 'json', value: '{"n": {{COUNT}}}' },
    });
    expect(warnings.join()).toContain('{{BASE_URL}}, {{USER_ID}}, {{KEY}}, {{TOKEN}}, {{COUNT}}');
  });

  it('references and variables that are already there stay', () => {
    const { config } = importCurl(
      `curl https://api.test/u/<start.id>?q={{Q}} --data-urlencode 'name={{NAME}} x' ` +
        `--data-urlencode 'b=<start.b>'`,
    );
    expect(config).toMatchObject({
      url: 'https://api.test/u/<start.id>',
      params: rows(['q', '{{Q}}']),
      body: { kind: 'form', rows: rows(['name', '{{NAME}} x'], ['b', '<start.b>']) },
    });
  });
});

describe('what the command says becomes what the block does', () => {
  it('settings', () => {
    const { config } = importCurl('curl -f -m 2.5 --retry 99 https://api.test/x');
    expect(config).toMatchObject({ timeoutMs: 2500, retry: { when: 'always', max: 10 }, failOnStatus: true });
    expect(ApiConfig.safeParse(config).success).toBe(true);
  });

  it('types and file names of single parts', () => {
    const { config, warnings } = importCurl(
      `curl https://api.test/x -H 'Content-Type: multipart/form-data' ` +
        `-F 'recipe={"a":1};type=application/json' -F 'note=hi;filename=n.txt' ` +
        `-F 'odd=x;filename="a;b.bin"' ` +
        `-F 'b=x;type=text/plain; charset=utf-8;filename=b' ` +
        `-F 'photo=@/tmp/p.jpg;type=image/jpeg;filename=me.jpg'`,
    );
    expect(config.headers).toBeUndefined();
    expect(config.body).toEqual({
      kind: 'multipart',
      rows: [
        { key: 'recipe', value: '{"a":1}', enabled: true, contentType: 'application/json' },
        { key: 'note', value: 'hi', enabled: true, filename: 'n.txt', contentType: 'text/plain' },
        {
          key: 'odd',
          value: 'x',
          enabled: true,
          filename: 'a;b.bin',
          contentType: 'application/octet-stream',
        },
        { key: 'b', value: 'x', enabled: true, filename: 'b', contentType: 'text/plain; charset=utf-8' },
        {
          key: 'photo',
          value: '',
          enabled: false,
          description: 'File /tmp/p.jpg',
          filename: 'me.jpg',
          contentType: 'image/jpeg',
        },
      ],
    });
    expect(warnings).toHaveLength(1);
  });

  it('a multipart body written out by a browser', () => {
    const { config, warnings } = importCurl(
      "curl https://api.test/x -H 'content-type: multipart/form-data; boundary=----B1' " +
        '--data-raw $\'------B1\\r\\nContent-Disposition: form-data; name="a"\\r\\n' +
        '\\r\\none\\r\\n------B1\\r\\nContent-Disposition: form-data; name="f"; filename="p.png"\\r\\n' +
        "Content-Type: image/png\\r\\n\\r\\n\\r\\n------B1--\\r\\n'",
    );
    expect(config.headers).toBeUndefined();
    expect(config.body).toEqual({
      kind: 'multipart',
      rows: [
        { key: 'a', value: 'one', enabled: true },
        {
          key: 'f',
          value: '',
          enabled: false,
          description: 'File p.png',
          filename: 'p.png',
          contentType: 'image/png',
        },
      ],
    });
    expect(warnings.join()).toContain('p.png');
  });

  it.each([
    ['/usr/share/x', 'https://api.stripe.com/v1/charges', 'charges'],
    ['a number at the end', 'https://api.test.dev/users/42', 'users'],
    ['the root', 'https://www.example.co.uk/', 'example'],
    ['an IP address', 'http://10.0.0.1/', 'request'],
  ])('is named after its address: %s', (_, url, name) => {
    expect(importCurl(`curl ${url}`).name).toBe(name);
  });
});

describe('several commands in one text', () => {
  it('are several requests, each with its own options', () => {
    const text = [
      "curl https://a.test/login -d 'user=me'",
      'curl https://a.test/first https://a.test/ignored --next -X PUT https://a.test/second -d x=1',
      'echo done && curl https://a.test/third',
    ].join('\n\n');
    const found = importCurls(text).map(({ config: { method, url } }) => `${method} ${url}`);
    expect(found).toEqual([
      'POST https://a.test/login',
      'GET https://a.test/first',
      'PUT https://a.test/second',
      'GET https://a.test/third',
    ]);
    expect(importCurls('curl https://a.test')).toEqual([importCurl('curl https://a.test')]);
  });
});

describe('-u', () => {
  it.each([
    ['user:pa:ss', { kind: 'basic', username: 'user', password: 'pa:ss' }],
    ['me:$PW', { kind: 'basic', username: 'me', password: '{{PW}}' }],
  ])('%s is Basic authentication, not a header', (user, auth) => {
    const { config } = importCurl(`curl -u "${user}" https://a.test`);
    expect(config).toMatchObject({ auth });
    expect(config).not.toHaveProperty('headers');
  });

  it('gives way to a header that says who it is', () => {
    const { config } = importCurl("curl -u a:b -H 'Authorization: Bearer t' https://a.test");
    expect(config).not.toHaveProperty('auth');
    expect(config).toMatchObject({ headers: [{ key: 'Authorization', value: 'Bearer t' }] });
  });
});

describe('headers only a browser has a use for', () => {
  const noise = ['user-agent: Mozilla/5.0', 'accept-language: de'].map((line) => `-H '${line}'`).join(' ');
  it('are named when the command was copied from one', () => {
    const text = `curl https://a.test -H 'accept: application/json' -H 'sec-fetch-mode: cors' ${noise}`;
    const keys = ['sec-fetch-mode', 'user-agent', 'accept-language'];
    expect(importCurl(text).noise).toEqual({ field: 'headers', keys });
  });

  it('are the author’s own otherwise', () => {
    expect(importCurl(`curl https://a.test ${noise}`)).not.toHaveProperty('noise');
  });
});

describe('what is left out is said', () => {
  it.each([
    ['-k', 'curl -k https://a.test', /--insecure/],
    ['a proxy', 'curl -x http://p.test:80 https://a.test', /--proxy/],
    ['digest', 'curl --digest -u a:b https://a.test', /--digest/],
    ['an unknown option', 'curl --frobnicate https://a.test', /--frobnicate/],
    ['an unknown letter', 'curl -sÜ https://a.test', /-Ü/],
    ['a missing value', 'curl https://a.test -H', /-H has no value/],
    ['a data file', 'curl -d @big.json https://a.test', /big\.json/],
    ['a form file', 'curl -F f=@a.png https://a.test', /a\.png.*its row is disabled/],
    ['a cookie file', 'curl -b jar.txt https://a.test', /jar\.txt/],
    ['several addresses', 'curl https://a.test https://b.test', /calls the first/],
    ['several commands', 'curl https://a.test; curl https://b.test', /Only the first curl command/],
    ['a set of addresses', 'curl https://a.test/{x,y}', /stands for several/],
    ['another host', "curl -H 'Host: b.test' https://a.test", /Host: b\.test/],
    ['no password', 'curl -u me https://a.test', /password/],
    ['a password in a variable', 'curl -u "me:$PW" https://a.test', /{{PW}}/],
    ['an open quote', "curl https://a.test -H 'X: y", /never closed/],
    ['the output of a command', 'curl https://a.test -H "X: $(cat token)"', /COMMAND_OUTPUT/],
    ['JSON sent as a form', `curl -d '{"a":1}' https://a.test`, /If the server expects JSON/],
  ])('%s', (_, command, words) => {
    expect(importCurl(command).warnings.join('\n')).toMatch(words);
  });

  it('an ordinary command has nothing to say', () => {
    expect(importCurl("curl -sSL -o out.json --compressed https://a.test -H 'X: y' -d a=1").warnings).toEqual(
      [],
    );
  });
});

describe('what is no command the block can take is refused in words', () => {
  it.each([
    ['no curl', 'wget https://a.test', /no curl command/],
    ['nothing', '', /no curl command/],
    ['no address', 'curl -X POST', /no URL/],
    ['another scheme', 'curl ftp://a.test/x', /http:\/\/ and https:\/\//],
    ['too long', `curl https://a.test -d ${'x'.repeat(2_000_001)}`, /2 million/],
  ])('%s', (_, command, words) => {
    expect(() => importCurl(command)).toThrow(ImportError);
    expect(() => importCurl(command)).toThrow(words);
  });
});

it.each([
  ['curl https://a.test', true],
  ['  $ curl.exe -X POST https://a.test', true],
  ['/usr/bin/curl \\\n https://a.test', true],
  ['curling is a sport', false],
  ['curl', false],
  ['https://a.test/curl', false],
  ['{"curl": 1}', false],
])('%j looks like a command: %s', (text, expected) => {
  expect(looksLikeCurl(text)).toBe(expected);
});

it('every command of the corpus looks like what it is, or is found all the same', () => {
  const plain = BASH_COMMANDS.filter(([, command]) => command.startsWith('curl'));
  expect(plain.length).toBeGreaterThan(20);
  for (const [trait, command] of plain) expect(looksLikeCurl(command), trait).toBe(true);
});

const shellish = fc.array(
  fc.oneof(
    fc.constantFrom(
      'curl',
      ' ',
      '\n',
      '\\\n',
      "'",
      '"',
      '$',
      '`',
      '$(',
      ')',
      '^',
      '^"',
      '<<EOF\n',
      '\nEOF\n',
      '<',
      '>',
      '&',
      '|',
    ),
    fc.constantFrom(
      '-H',
      '-d',
      '-F',
      '-G',
      '-X',
      '-u',
      '--json',
      '--data-urlencode',
      '-b',
      'https://a.test/',
      '?a=%',
      '{{X}}',
      '{',
      '}',
    ),
    fc.constantFrom(
      '[1-3]',
      '<start.id>',
      '@',
      '=',
      ';',
      ':',
      '“',
      '\\',
      "$'",
      '\\x',
      '\\u',
      '\ud800',
      '#',
      '--next',
      '%FF',
      '\0',
    ),
    fc.string({ maxLength: 8, unit: 'binary' }),
  ),
  { maxLength: 40 },
);

it('any text gives a config the block reads and can send, or an ImportError', async () => {
  await fc.assert(
    fc.asyncProperty(shellish, async (pieces) => {
      try {
        const { config, secrets } = importCurl(`curl https://a.test ${pieces.join('')}`);
        expect(ApiConfig.safeParse(config).error).toBeUndefined();
        expect(JSON.parse(JSON.stringify(config))).toEqual(config);
        for (const { path, start, value } of secrets) {
          expect(
            String(path.reduce((at: unknown, step) => Object(at)[step], config)).startsWith(value, start),
          ).toBe(true);
        }
        await requestOf(config);
      } catch (error) {
        if (!(error instanceof ImportError)) throw error;
        expect(error.message).toMatch(/\.$/);
      }
    }),
    { numRuns: 1_000 },
  );
});

describe('a hostile text costs time in proportion to its length', () => {
  const LENGTH = 150_000;
  it.each(
    [
      "'",
      '"',
      '\\',
      '$',
      '`',
      '$(',
      '${',
      '<',
      '<a',
      '<<',
      '<<a ',
      '>',
      '&a=',
      '{',
      '{a,',
      '[1-',
      '“',
      '^',
      '^"',
      '""',
      '\n',
      '\r',
      ' ',
      '\\ ',
      '\\\n',
      '-',
      '--',
      ' -H',
      ' -H a:',
      ' -d',
      ' -d @',
      ' -F a=;',
      ' -b a',
      ' $X',
      ' a',
      '#',
      '%',
      '?&',
      '@',
      '{{',
      "$'\\x",
      '\\u',
      ' --json [',
      ' -d "\\"a\\":"',
      '`\n',
      ' --x',
      ';',
      '|',
      ':',
      '=',
      ' -u a',
    ].map((piece) => [piece] as const),
  )('%j', (piece) => {
    for (const before of [
      'curl https://a.test/',
      'curl https://a.test -d ',
      "curl https://a.test -d '",
      'curl -d @- https://a.test <<E\n',
    ]) {
      const text = before + piece.repeat(Math.floor(LENGTH / piece.length));
      const cost = costOf(() => {
        try {
          importCurl(text);
        } catch (error) {
          if (!(error instanceof ImportError)) throw error;
        }
      });
      expect(cost, before).toBeLessThan(2_500);
    }
  });
});
