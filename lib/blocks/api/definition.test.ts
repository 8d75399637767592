import { describe, expect, it } from 'vitest';
import { readConfig } from '../read-config';
import { ApiConfig, apiDefinition } from './definition';

describe('an API block', () => {
  it('needs only a URL', () => {
    expect(ApiConfig.parse({ url: 'https://h.example' })).toEqual({
      url: 'https://h.example',
      method: 'GET',
      params: [],
      pathParams: [],
      headers: [],
      body: { kind: 'none' },
      timeoutMs: 30_000,
      totalTimeoutMs: 120_000,
      retry: { when: 'always', max: 3 },
      auth: { kind: 'none' },
      failOnStatus: false,
      followRedirects: true,
      maxRedirects: 5,
      responseType: 'auto',
    });
  });

  it('takes methods in lowercase and a JSON body that is not text', () => {
    const config = ApiConfig.parse({ method: 'post', body: { kind: 'json', value: { a: '<start.a>' } } });
    expect(config.method).toBe('POST');
    expect(config.body).toEqual({ kind: 'json', value: '{\n  "a": "<start.a>"\n}' });
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
      { field: 'method', message: expect.stringMatching(/^Method: /) },
      { field: 'headers', message: expect.stringMatching(/^Headers, row 2: /) },
      { field: 'timeoutMs', message: 'Timeout of one attempt: At least 1000 ms.' },
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
    ['https://user:pw@h.example/a?key=1#x', 'GET h.example/a'],
    ['{{BASE}}/users/<start.id>', 'GET {{BASE}}/users/<start.id>'],
    ['', 'GET'],
  ])('with %s reads %s', (url, summary) => {
    expect(apiDefinition.summary?.(ApiConfig.parse({ url }))).toBe(summary);
  });
});
