import { describe, expect, it } from 'vitest';
import { readConfig } from '../read-config';
import { ApiConfig } from './config/api-config';
import { apiDefinition } from './definition';

describe('an API block', () => {
  it('needs only a URL', () => {
    expect(ApiConfig.parse({ url: 'https://h.example' })).toEqual({
      url: 'https://h.example',
      method: 'GET',
      assertions: [],
      params: [],
      pathParams: [],
      headers: [],
      body: { kind: 'none' },
      timeoutMs: 30_000,
      totalTimeoutMs: 120_000,
      retry: { when: 'always', max: 3 },
      auth: { kind: 'none' },
      onUnknown: 'auto',
      waitForServer: 'workflow',
      rate: { per: 'second' },
      failOnStatus: false,
      followRedirects: true,
      maxRedirects: 5,
      responseType: 'auto',
      pagination: { kind: 'none' },
    });
  });

  it('takes methods in lowercase and a JSON body that is not text', () => {
    const config = ApiConfig.parse({ method: 'post', body: { kind: 'json', value: { a: '<start.a>' } } });
    expect(config.method).toBe('POST');
    expect(config.body).toEqual({ kind: 'json', value: '{\n  "a": "<start.a>"\n}' });
  });

  it('names settings inside a value that it doesn’t read; those of another kind of body or auth stay', () => {
    const read = readConfig(apiDefinition, {
      headers: [
        { key: 'A', value: '1', description: 'ours' },
        { name: 'B', value: '2' },
      ],
      retry: { when: 'safe', times: 3 },
      body: {
        kind: 'form',
        rows: [{ key: 'a', value: '1', filename: 'left.txt' }],
        query: 'left',
        text: 'x',
      },
      auth: { kind: 'bearer', token: 't', password: 'left', user: 'u' },
    });
    expect(read.unknownKeys).toEqual(['headers.name', 'retry.times', 'body.text', 'auth.user']);
    expect(read.issues).toEqual([]);
  });

  it('offers the five documented methods first', () => {
    const options = apiDefinition.fields.find(({ name }) => name === 'method');
    expect(options?.options?.map(({ value }) => value)).toEqual([
      'GET',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'HEAD',
      'OPTIONS',
    ]);
  });

  it('says what is wrong by the names people see', () => {
    const read = readConfig(apiDefinition, {
      url: 'https://h.example',
      method: 'FETCH',
      timeoutMs: 5,
      headers: [{ key: 'A', value: '1' }, { key: 1 }],
      retries: 3,
    });
    expect(read.issues).toEqual([
      { field: 'method', path: 'method', message: expect.stringMatching(/^Method: /) },
      { field: 'headers', path: 'headers.1.key', message: 'Headers, row 2: Give text.' },
      { field: 'timeoutMs', path: 'timeoutMs', message: 'Timeout of one attempt: At least 1000 ms.' },
    ]);
    expect(read.unknownKeys).toEqual(['retries']);
    expect(read.config).toMatchObject({
      url: 'https://h.example',
      method: 'GET',
      headers: [],
      timeoutMs: 30_000,
    });
  });

  it.each([
    ['url', 'text', ['https://h.example', '', '<start.url>'], [5, null, ['https://h.example']]],
    [
      'method',
      'one of seven',
      ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'head'],
      ['TRACE', 'CONNECT', '', null],
    ],
    ['params', 'rows of key and value', [[], [{ key: 'a', value: '1' }]], ['a=1', { a: '1' }, [['a', '1']]]],
    ['headers', 'rows of key and value', [[], [{ key: 'A', value: '1' }]], ['A: 1', { A: '1' }]],
    [
      'body',
      'a kind of body',
      [{ kind: 'json', value: '{}' }, { kind: 'none' }],
      ['{}', { kind: 'xml' }, null],
    ],
    ['timeoutMs', '1 to 300 s', [1_000, 300_000], [999, 300_001, 1_000.5, '5000']],
    ['totalTimeoutMs', '600 s at most', [1_000, 600_000], [600_001]],
    ['retry', '0 to 10 retries', [{ max: 0 }, { max: 10 }], [{ max: -1 }, { max: 11 }, { max: 1.5 }]],
  ])('takes %s as %s', (name, _what, good, bad) => {
    const issuesOf = (value: unknown) => readConfig(apiDefinition, { [name]: value }).issues;
    for (const value of good) expect([value, issuesOf(value)]).toEqual([value, []]);
    for (const value of bad) expect([value, issuesOf(value)]).toMatchObject([value, [{ field: name }]]);
  });

  it.each([
    ['https://user:pw@h.example/a?key=1#x', 'GET /a'],
    ['https://h.example/?key=1', 'GET h.example/'],
    ['https://h.example', 'GET h.example'],
    ['{{BASE}}/users/<start.id>', 'GET /users/<start.id>'],
    ['{{WHOLE}}', 'GET {{WHOLE}}'],
    ['', 'GET'],
  ])('with %s reads %s', (url, summary) => {
    expect(apiDefinition.summary?.(ApiConfig.parse({ url }))).toBe(summary);
  });

  const problemsOf = (authored: object) => apiDefinition.check?.(ApiConfig.parse(authored)) ?? [];

  it('knows at edit time which headers can’t be set', () => {
    const headers = ['Host', 'proxy-x', 'X-Fine', '<start.name>', 'Host'].map((key, at) => {
      return { key, value: '1', enabled: at < 4 };
    });
    expect(problemsOf({ headers })).toEqual([
      { field: 'headers.0', message: expect.stringContaining('Host') },
      { field: 'headers.1', message: expect.stringContaining('proxy-x') },
    ]);
  });

  it('knows at edit time which path parameters have no value', () => {
    const url = 'https://h.example/:a/{b}/<start.x>/:c?x=/:d';
    const pathParams = [
      { key: 'a', value: '<start.a>' },
      { key: 'b', value: '1', enabled: false },
      { key: 'c', value: '' },
    ];
    expect(problemsOf({ url, pathParams }).map(({ field, message }) => `${field}: ${message}`)).toEqual([
      'pathParams.b: The URL\'s "b" has no value.',
      'pathParams.c: The URL\'s "c" has no value.',
    ]);
  });

  it('knows at edit time what a preset lacks', () => {
    expect(problemsOf({ auth: { kind: 'bearer' } })).toMatchObject([{ field: 'auth.token' }]);
    expect(problemsOf({ auth: { kind: 'bearer', token: '{{TOKEN}}' } })).toEqual([]);
  });
});
