import { expect, it } from 'vitest';
import { blockDefinitions } from '../../registry/definitions';
import { PETSTORE } from '../openapi/petstore.fixture';

const importers = [...blockDefinitions.values()].flatMap(({ importers = [] }) => importers);

it.each([
  ['curl', 'curl https://api.test/users?page=2'],
  ['openapi', JSON.stringify(PETSTORE)],
])('a pasted text finds the one importer that reads it: %s', async (id, text) => {
  const accepting = importers.filter(({ accepts }) => accepts(text));
  expect(accepting.map((importer) => importer.id)).toEqual([id]);
  const { config } = (await accepting[0]?.read(text)) ?? {};
  expect(config).toMatchObject({ method: 'GET', params: expect.anything() });
});

it('ordinary text finds none', () => {
  for (const text of ['https://api.test/users', '{"a": 1}', 'hello', '', 'curl', 'the curl command']) {
    expect(
      importers.some(({ accepts }) => accepts(text)),
      text,
    ).toBe(false);
  }
});

it('what a block exports has a language and a name', () => {
  const request = { method: 'GET', url: 'https://api.test/', headers: [], body: null };
  const exporters = blockDefinitions.get('api')?.outsideWork?.request?.exporters ?? [];
  expect(exporters.map(({ id }) => id)).toEqual(['curl', 'fetch', 'python', 'go']);
  for (const { write } of exporters) expect(write(request)).toContain('https://api.test/');
});
