import { describe, expect, it } from 'vitest';
import { compileField, emptyScope } from '../blocks/compile-field';
import type { ReferenceContext } from '../blocks/field';
import { knownHeads } from './find-references';
import fixture from './fixtures/references.json';
import { SKIPPED } from './read-path';
import { ResolveError } from './resolve-error';

interface Case {
  in: string;
  input: string;
  key?: string;
  expect?: unknown;
  error?: string;
}

const CONTEXTS: Record<string, ReferenceContext> = {
  text: 'text',
  'whole field': 'value',
  json: 'json',
  url: 'url',
  'header row': 'header-rows',
  'query row': 'query-rows',
};

const scope = {
  ...emptyScope(),
  outputs: new Map<string, unknown>([...Object.entries(fixture.outputs), ['skipped', SKIPPED]]),
  variables: new Map([['STRIPE_KEY', 'sk_live_1']]),
};

function resolve(example: Case): unknown {
  const context = CONTEXTS[example.in] as ReferenceContext;
  const value = example.in.endsWith(' row')
    ? [{ key: example.key, value: example.input, enabled: true }]
    : example.input;
  const resolved = compileField(context, value, knownHeads(fixture.blocks)).resolve(scope);
  if (context === 'json') return JSON.parse(String(resolved));
  if (context === 'header-rows') return (resolved as unknown[])[0] ?? null;
  return resolved;
}

describe('the worked cases of the reference grammar', () => {
  it.each(fixture.cases as Case[])('$in: $input', (example) => {
    if (!example.error) {
      expect(resolve(example)).toEqual(example.expect);
      return;
    }
    let thrown: unknown;
    try {
      resolve(example);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ResolveError);
    expect(thrown).toMatchObject({ code: example.error });
  });
});
