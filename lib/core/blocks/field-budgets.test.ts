import { describe, expect, it } from 'vitest';
import type { ReferenceValues } from '../references/read-path';
import { Outgrown, ReferenceBudget, type RoomHere } from '../references/reference-budget';
import { ResolveError } from '../references/resolve-error';
import { compileField } from './compile-field';
import type { Field, ReferenceContext } from './field';
import { readConfig } from './read-config';
import { blockDefinitions } from './registry/definitions';

const MIB = 1024 * 1024;

/** The limits in docs/decisions/budgets.md: characters of a field with its references filled in. */
const MOST: Record<Exclude<ReferenceContext, 'none'>, number> = {
  text: 10 * MIB,
  json: 10 * MIB,
  body: 10 * MIB,
  members: 10 * MIB,
  tools: 10 * MIB,
  url: MIB,
  'path-rows': MIB,
  'query-rows': MIB,
  'header-rows': MIB,
  value: 10 * MIB,
  'value-rows': 64 * MIB,
  bindings: 16 * MIB,
  'bindings-rows': 16 * MIB,
};
/** The text around the references, and the cost of each of them beside its value. */
const AROUND = 16 * 1024;
const REFERENCES = 128;
const TEXT = '<big.value>'.repeat(REFERENCES);

type Config = Readonly<Record<string, unknown>>;

/** Returns values of a field with `text` where references of its context may stand. */
function valuesOf({ kind, references, urlMembers = [] }: Field, text: string, before: unknown): unknown[] {
  const url = `https://h.example/?q=${text}`;
  switch (references) {
    case 'none':
      return [];
    case 'text':
      return [text];
    case 'value':
      return [text, `{"q": "${text}"}`];
    case 'url':
      return [url];
    case 'json':
      return [`{"q": "${text}"}`];
    case 'body':
      return [
        { kind: 'raw', value: text },
        { kind: 'json', value: `["${text}"]` },
        { kind: 'form', rows: [{ key: 'q', value: text, enabled: true }] },
        {
          kind: 'multipart',
          rows: [{ key: 'q', value: text, enabled: true, filename: '', contentType: '' }],
        },
        { kind: 'graphql', query: 'query { a }', variables: `{"q": "${text}"}` },
      ];
    case 'path-rows':
    case 'query-rows':
    case 'header-rows':
      return [[{ key: 'X-Q', value: text, enabled: true }]];
    case 'members':
      if (kind === 'provider') return [{ ...(before as Config), apiKey: text }];
      if (kind === 'auth') return [{ kind: 'bearer', token: text }];
      return [{ ...(before as Config), [urlMembers[0] ?? 'q']: urlMembers.length > 0 ? url : text }];
    case 'bindings':
      return [`return [${text}];`];
    case 'value-rows':
      return [[{ name: 'q', type: 'string', value: text }]];
    case 'tools':
      return [
        [{ kind: 'request', name: 'q', method: 'POST', url: 'https://h.example/', headers: [], body: text }],
      ];
    case 'bindings-rows':
      return [[{ ...(before as Config[])[0], expression: text }]];
  }
}

const casesOf = (type: string, field: Field, before: unknown) =>
  valuesOf(field, TEXT, before).map((value, index) => ({
    name: `${type}.${field.name}, form ${index}`,
    field,
    value,
    most: MOST[field.references as keyof typeof MOST],
  }));

/** Every field of every block that takes references, with each form of its value. */
const cases = [...blockDefinitions].flatMap(([type, definition]) => {
  const defaults = readConfig(definition, {}).config as Config;
  return definition.fields.flatMap((field) => casesOf(type, field, defaults[field.name]));
});
// JSON is not the context of any field, but part of bodies.
cases.push(...casesOf('any', { name: 'json', label: 'JSON', kind: 'multiline', references: 'json' }, null));

/** Returns a scope that counts how often its value is read. */
function scopeOf(value: unknown, here: RoomHere | null = null) {
  const read = { times: 0 };
  const outputs: ReferenceValues['outputs'] = {
    get: (slug) => {
      if (slug !== 'big') return undefined;
      read.times += 1;
      return { value };
    },
  };
  return { read, scope: { outputs, variables: new Map(), budget: new ReferenceBudget(here) } };
}

const resolved = (field: Field, value: unknown, scope: ReturnType<typeof scopeOf>['scope']) =>
  compileField(field, value, (slug) => slug === 'big').resolve(scope);

function errorOf(work: () => unknown): unknown {
  try {
    work();
    return null;
  } catch (error) {
    return error;
  }
}

it('covers every way to resolve references', () => {
  const contexts = new Set(cases.map(({ field }) => field.references));
  expect([...contexts].sort()).toEqual(Object.keys(MOST).sort());
});

describe.each(cases)('$name', ({ field, value, most }) => {
  it('gives a value just under its budget', () => {
    const { scope } = scopeOf('x'.repeat((most - AROUND) / REFERENCES));
    expect(resolved(field, value, scope)).toBeDefined();
  });

  it('just over it says which field, what the limit is and what to do', () => {
    const { scope, read } = scopeOf('x'.repeat(most / REFERENCES));
    const error = errorOf(() => resolved(field, value, scope)) as ResolveError;
    expect(error).toBeInstanceOf(ResolveError);
    expect(error.code).toBe('REF_TOO_LARGE');
    expect(error.message).toContain(field.label);
    expect(error.message).toContain(`more than ${most / MIB} MB`);
    expect(error.message).toMatch(/Use (fewer references|smaller values)/);
    expect(read.times).toBeLessThanOrEqual(REFERENCES);
  });

  it('far over it ends before a second value is looked at', () => {
    const { scope, read } = scopeOf('x'.repeat(most));
    expect(errorOf(() => resolved(field, value, scope))).toMatchObject({ code: 'REF_TOO_LARGE' });
    expect(read.times).toBeLessThanOrEqual(2);
  });

  it('where others wait it asks to go on elsewhere before it has made much', () => {
    const here = { block: 64 * 1024, made: 128 * 1024, held: 0 };
    const { scope, read } = scopeOf('x'.repeat(8 * 1024), here);
    scope.budget.begin();
    expect(errorOf(() => resolved(field, value, scope))).toBeInstanceOf(Outgrown);
    expect(read.times).toBeLessThan(10);
  });
});

describe('a value that is handed on as it is', () => {
  const field: Field = { name: 'v', label: 'Value', kind: 'value', references: 'value' };

  it('may have 64 MB as JSON, and no more of it is walked than that', () => {
    let walked = 0;
    const item = 'x'.repeat(MIB);
    const list = (length: number) =>
      new Proxy(new Array(length).fill(item), {
        get(target, key) {
          if (typeof key === 'string' && /^\d+$/.test(key)) walked += 1;
          return Reflect.get(target, key);
        },
      });
    expect(resolved(field, '<big.value>', scopeOf(list(63)).scope)).toHaveLength(63);
    walked = 0;
    const error = errorOf(() => resolved(field, '<big.value>', scopeOf(list(100_000)).scope));
    expect(error).toMatchObject({ code: 'REF_TOO_LARGE' });
    expect(walked).toBeLessThan(130);
  });
});

describe('the request of an agent’s tool, made with each call', () => {
  const field: Field = { name: 'tools', label: 'Tools', kind: 'tools', references: 'tools' };
  const row = { enabled: true, key: 'X-Q', value: '<args.q>' };
  const tool = { kind: 'request', name: 'look', method: 'POST', url: 'https://h.example/?q=<args.q>' };

  it.each([
    ['URL', { headers: [], body: '' }, MIB],
    ['headers', { url: 'https://h.example/', headers: [row], body: '' }, MIB],
    ['body', { url: 'https://h.example/', headers: [], body: '{"q": "<args.q>"}' }, 10 * MIB],
  ])('has a budget for its %s', (_, config, most) => {
    const { scope } = scopeOf(null);
    const [made] = resolved(field, [{ ...tool, ...config }], scope) as Array<{
      requestFor: (args: object) => object;
    }>;
    expect(made!.requestFor({ q: 'x'.repeat(most - AROUND) })).toHaveProperty('url');
    const error = errorOf(() => made!.requestFor({ q: 'x'.repeat(most) })) as ResolveError;
    expect(error.code).toBe('REF_TOO_LARGE');
    expect(error.message).toContain('The request of the tool "look"');
  });
});

it('all fields of a run have 1,024 MB together, and the one that goes over it says so', () => {
  const field: Field = { name: 'v', label: 'Value', kind: 'value', references: 'value' };
  const { scope } = scopeOf('x'.repeat(60 * MIB));
  const compiled = compileField(field, '<big.value>', (slug) => slug === 'big');
  for (let at = 0; at < 17; at += 1) compiled.resolve(scope);
  const error = errorOf(() => compiled.resolve(scope)) as ResolveError;
  expect(error.code).toBe('REF_TOO_LARGE');
  expect(error.message).toContain('1024 MB in all');
  expect(error.message).toContain('split the work over several runs');
});

it('a value that only its escapes make too long is refused too', () => {
  const field: Field = { name: 'b', label: 'Body', kind: 'value', references: 'json' };
  const { scope } = scopeOf('"'.repeat(6 * MIB));
  expect(errorOf(() => resolved(field, '{"q": "<big.value>"}', scope))).toMatchObject({
    code: 'REF_TOO_LARGE',
  });
});
