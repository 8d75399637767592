import { describe, expect, it } from 'vitest';
import { moveSecretToVariable } from '../../move-secret';
import { importCurl } from './import-curl';

const secretsOf = (command: string) => importCurl(command).secrets;
const names = (command: string) =>
  secretsOf(command).map(({ suggestedName, value }) => [suggestedName, value]);

describe('credentials in a command are found and named', () => {
  it.each<[string, string, Array<[string, string]>]>([
    [
      'a bearer token',
      "curl https://api.github.com/user -H 'Authorization: Bearer abc123'",
      [['GITHUB_TOKEN', 'abc123']],
    ],
    [
      'a key as bearer',
      "curl https://api.stripe.com/v1 -H 'authorization: Bearer sk_live_1'",
      [['STRIPE_KEY', 'sk_live_1']],
    ],
    ['a key as user', 'curl https://api.stripe.com/v1 -u sk_test_1:', [['STRIPE_KEY', 'sk_test_1']]],
    ['user and password', 'curl https://ci.example.co.uk -u me:pw', [['EXAMPLE_PASSWORD', 'pw']]],
    [
      'a bare token',
      "curl https://api.linear.app/graphql -H 'Authorization: lin_1'",
      [['LINEAR_TOKEN', 'lin_1']],
    ],
    ['a key header', "curl https://api.test.io/x -H 'X-Api-Key: k1'", [['TEST_API_KEY', 'k1']]],
    ['a key row', "curl 'https://maps.example.com/x?key=k1&q=a'", [['EXAMPLE_KEY', 'k1']]],
    ['a token row', "curl 'https://example.com/x?access_token=t1'", [['EXAMPLE_ACCESS_TOKEN', 't1']]],
    [
      'a form row',
      "curl https://id.example.com/token -d 'client_secret=s1&scope=a'",
      [['EXAMPLE_CLIENT_SECRET', 's1']],
    ],
    [
      'a field of JSON',
      `curl https://example.com --json '{"user":"me","password":"p w"}'`,
      [['EXAMPLE_PASSWORD', 'p w']],
    ],
    ['a cookie', "curl https://example.com -b 'sid=1'", [['EXAMPLE_COOKIE', 'sid=1']]],
    [
      'a token by its looks',
      "curl https://example.com -H 'X-Custom: ghp_abc'",
      [['EXAMPLE_CUSTOM', 'ghp_abc']],
    ],
    ['a host without a name', "curl http://127.0.0.1:8080 -H 'X-Api-Key: k1'", [['API_KEY', 'k1']]],
    [
      'one value in two places',
      "curl 'https://example.com?key=v' -H 'X-Key: v'",
      [
        ['EXAMPLE_KEY', 'v'],
        ['EXAMPLE_KEY', 'v'],
      ],
    ],
    [
      'two values under one name',
      "curl 'https://example.com?key=a&key=b'",
      [
        ['EXAMPLE_KEY', 'a'],
        ['EXAMPLE_KEY_2', 'b'],
      ],
    ],
  ])('%s', (_, command, expected) => {
    expect(names(command)).toEqual(expected);
  });

  it.each([
    ['variables', "curl 'https://example.com?key={{KEY}}' -H 'Authorization: Bearer {{TOKEN}}'"],
    ['shell variables', 'curl https://example.com -H "X-Api-Key: $KEY"'],
    ['placeholders', "curl https://example.com -H 'Authorization: <TOKEN>'"],
    ['ordinary headers', "curl https://example.com -H 'Accept: */*' -H 'X-Request-Id: 1'"],
    ['empty ones', "curl 'https://example.com?token='"],
  ])('no credentials: %s', (_, command) => {
    expect(secretsOf(command)).toEqual([]);
  });
});

describe('a credential moves into a variable', () => {
  it('leaves the scheme and every other part as it was', () => {
    const { config, secrets } = importCurl(
      `curl 'https://example.com/x?key=k1&a=k1' ` +
        `-H 'Authorization: Bearer t1' --json '{"a":"p1","password":"p1"}'`,
    );
    const moved = secrets.reduce(
      (at, secret) => moveSecretToVariable(at, secret, secret.suggestedName),
      config,
    );
    expect(moved).toEqual({
      ...config,
      headers: [
        { key: 'Authorization', value: 'Bearer {{EXAMPLE_TOKEN}}', enabled: true },
        { key: 'Accept', value: 'application/json', enabled: true },
      ],
      params: [
        { key: 'key', value: '{{EXAMPLE_KEY}}', enabled: true },
        { key: 'a', value: 'k1', enabled: true },
      ],
      body: { kind: 'json', value: '{"a":"p1","password":"{{EXAMPLE_PASSWORD}}"}' },
    });
  });

  it('no spelling of a token stays behind, while other rows keep theirs', () => {
    const { config, secrets } = importCurl("curl 'https://example.com/?tag[]=a+b&api_key=s3cr%65t/'");
    expect(config.params).toEqual([
      { key: 'tag[]', value: 'a b', enabled: true, written: 'tag[]=a+b' },
      { key: 'api_key', value: 's3cret/', enabled: true },
    ]);
    const [secret] = secrets;
    const authored = { params: [{ key: 'api_key', value: 's3cret/', written: 'api_key=s3cr%65t/' }] };
    expect(moveSecretToVariable(authored, { ...secret!, path: ['params', 0, 'value'] }, 'KEY')).toEqual({
      params: [{ key: 'api_key', value: '{{KEY}}' }],
    });
  });

  it('changes nothing of the config it is given', () => {
    const { config, secrets } = importCurl("curl https://example.com -H 'X-Api-Key: k1'");
    const before = structuredClone(config);
    for (const secret of secrets) moveSecretToVariable(config, secret, 'NAME');
    expect(config).toEqual(before);
  });

  it('finds it again when text before it has changed, and leaves a config alone that has it no more', () => {
    const secret = { path: ['headers', 0, 'value'], start: 7, value: 't1' };
    const edited = { headers: [{ key: 'Authorization', value: 'Token  t1' }] };
    expect(moveSecretToVariable(edited, secret, 'N')).toEqual({
      headers: [{ key: 'Authorization', value: 'Token  {{N}}' }],
    });
    const gone = { headers: [{ key: 'Authorization', value: 'other' }] };
    expect(moveSecretToVariable(gone, secret, 'N')).toBe(gone);
    expect(moveSecretToVariable({}, secret, 'N')).toEqual({});
  });
});
