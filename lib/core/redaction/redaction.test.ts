import { expect, test } from 'vitest';
import { ExactNumber } from '../../platform/text/exact-number';
import { Redaction } from './redaction';
import { NO_RULES, prepareRules, REDACTED } from './rules';

const made = (names: string[], paths: string[] = []) =>
  new Redaction(prepareRules({ names, paths }) ?? NO_RULES);
const found = (redaction: Redaction) => [...redaction.found.keys()];

test('members are redacted by name at any depth, whatever they hold', () => {
  const redaction = made(['password', 'iban']);
  const value = {
    user: { Password: 'hunter22', name: 'Ada' },
    list: [{ IBAN: { a: ['DE02'] } }, { iban: 7 }],
  };
  expect(redaction.value(value)).toEqual({
    user: { Password: REDACTED, name: 'Ada' },
    list: [{ IBAN: REDACTED }, { iban: REDACTED }],
  });
});

test('what holds nothing to redact is returned as it is', () => {
  const redaction = made(['password'], ['shop.data.x']);
  const value = { a: [{ b: 1 }], password: null, passwordHint: 'a town', text: '{"a": 1}' };
  expect(redaction.value(value)).toBe(value);
});

test('a row of a table is redacted by the name that it gives', () => {
  const redaction = made(['x-token']);
  expect(redaction.value([{ key: 'X-Token', value: 'abc', enabled: true }])).toEqual([
    { key: 'X-Token', value: REDACTED, enabled: true },
  ]);
  expect(redaction.value({ name: 'other', value: 'abc' })).toEqual({ name: 'other', value: 'abc' });
});

test('members of JSON in a text are redacted, and pairs of a query or a form', () => {
  const redaction = made(['password']);
  expect(redaction.text('{"a": {"password": "hunter22"}}')).toBe(`{"a":{"password":"${REDACTED}"}}`);
  expect(redaction.text(JSON.stringify({ body: '{"password":"x"}' }))).toBe(
    JSON.stringify({ body: `{"password":"${REDACTED}"}` }),
  );
  expect(redaction.text('https://x.example/?a=1&Pass_word=s%20t&b=2#c')).toBe(
    `https://x.example/?a=1&Pass_word=${REDACTED}&b=2#c`,
  );
  expect(redaction.text('password=a&user=b')).toBe(`password=${REDACTED}&user=b`);
  for (const text of ['{"password": ', 'the password = x', 'password=', '[1, 2]', 'const a = b == c'])
    expect(redaction.text(text)).toBe(text);
});

test('a path redacts a member of a block’s output, also where the same object is used again', () => {
  const redaction = made([], ['shop.data.items[*].card', 'shop.data.owner', 'input.pin']);
  const data = { items: [{ card: '4111111111111111', n: 1 }, { n: 2 }], owner: { name: 'Ada Lovelace' } };
  const output = { status: 200, data };
  redaction.search('other', output);
  expect(redaction.value(output)).toBe(output);
  redaction.search('shop', output);
  const redacted = { items: [{ card: REDACTED, n: 1 }, { n: 2 }], owner: REDACTED };
  expect(redaction.value(output)).toEqual({ status: 200, data: redacted });
  expect(redaction.value({ again: data })).toEqual({ again: redacted });
  expect(redaction.value({ pin: '12345678' })).toEqual({ pin: '12345678' });
});

test('an index of a list is a path, too', () => {
  const redaction = made([], ['input.list[1]']);
  const input = { list: ['a', 'b', 'c'] };
  redaction.search('input', input);
  expect(redaction.value(input)).toEqual({ list: ['a', REDACTED, 'c'] });
});

test('texts and long numbers are found, to be masked elsewhere; short ones and common words are not', () => {
  const redaction = made(['secret']);
  redaction.search(null, {
    secret: {
      a: 'hunter22',
      b: 1234567,
      c: new ExactNumber('9007199254740993'),
      d: 'abc',
      e: 12,
      f: 'true',
      g: true,
    },
  });
  expect(found(redaction).sort()).toEqual(['1234567', '9007199254740993', 'hunter22']);
  expect([...redaction.found.values()].every(({ redacted }) => redacted)).toBe(true);
});

test('so many values are found at most; the others are redacted where they stand', () => {
  const redaction = made(['id']);
  const list = Array.from({ length: 1_000 }, (_, index) => ({ id: `customer-${index}` }));
  redaction.search(null, list);
  expect(redaction.found.size).toBe(200);
  expect(redaction.value(list)).toEqual(list.map(() => ({ id: REDACTED })));
});

test('deep and circular-looking values end', () => {
  const redaction = made(['password']);
  let deep: unknown = { password: 'hunter22' };
  for (let level = 0; level < 20_000; level += 1) deep = { deep };
  redaction.search('shop', deep);
  expect(found(redaction)).toEqual(['hunter22']);
  expect(() => redaction.value(deep)).not.toThrow();
});
