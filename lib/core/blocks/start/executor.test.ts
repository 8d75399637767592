import { describe, expect, it } from 'vitest';
import type { ExecutionContext } from '../block';
import { startDefinition } from './definition';
import { executeStart } from './executor';

function start(fields: unknown[], input: unknown) {
  const config = startDefinition.config.parse({ fields }) as Parameters<typeof executeStart>[0];
  return executeStart(config, { input } as ExecutionContext);
}

describe('a run begins', () => {
  it('with its input as given, declared or not', async () => {
    const fields = [{ name: 'id', type: 'number', required: true }];
    const input = { id: 7, other: [1] };
    expect(await start(fields, input)).toEqual({ ok: true, output: input, received: input });
  });

  it('with defaults and nulls for what is left out', async () => {
    const fields = [{ name: 'page', type: 'number', default: 1 }, { name: 'q' }];
    expect(await start(fields, {})).toEqual({ ok: true, output: { page: 1, q: null }, received: {} });
    expect(await start([], null)).toEqual({ ok: true, output: {}, received: {} });
  });

  it('not without what is required, or with the wrong type, and names it all at once', async () => {
    const fields = [
      { name: 'email', required: true },
      { name: 'age', type: 'number' },
      { name: 'tags', type: 'array' },
    ];
    expect(await start(fields, { age: '7', tags: {} })).toMatchObject({
      ok: false,
      error: {
        code: 'INPUT_INVALID',
        message:
          'The input is invalid: "email" is required; "age" must be a number, not text; ' +
          '"tags" must be a list, not an object.',
      },
    });
  });

  it.each([[[1]], ['text'], [5]])('not with %j instead of an object', async (input) => {
    expect(await start([], input)).toMatchObject({ ok: false, error: { code: 'INPUT_INVALID' } });
  });

  it('keeps keys with special names as plain keys', async () => {
    const result = await start([], JSON.parse('{"__proto__": {"a": 1}}'));
    expect(JSON.stringify(result.output)).toBe('{"__proto__":{"a":1}}');
    expect(Object.getPrototypeOf(result.output)).toBe(Object.prototype);
  });
});

it('defaults of the wrong type and repeated names are problems', () => {
  const fields = [
    { name: 'n', type: 'number', default: 'x' },
    { name: 'n', type: 'string' },
  ];
  const problems = startDefinition.check?.(startDefinition.config.parse({ fields }));
  expect(problems?.map(({ message }) => message)).toEqual([
    'The default of "n" must be a number, not text.',
    'Two input fields are named "n".',
  ]);
});
