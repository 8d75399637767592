import { afterAll, describe, expect, it } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { createSandbox } from '../../platform/sandbox/sandbox';
import { inTwoTiers, valueHere } from './in-two-tiers';
import { ESCAPES, inputsOfCorpus, RETURNED_ESCAPES } from './testing/escape-corpus';

const sandbox = createSandbox({ timeoutMs: patient(2_000) });
const tiered = inTwoTiers(sandbox);
afterAll(() => sandbox.close());
const { signal } = new AbortController();

const PROTOTYPES = [Object, Array, String, Number, Boolean, Function, Promise, Map].map(
  ({ prototype }) => prototype as object,
);
const ofHost = () =>
  [Math, JSON, Object, Array, ...PROTOTYPES].map((each) => Reflect.ownKeys(each).map(String));
const before = ofHost();

function expectNothingOfHost(answer: unknown): void {
  const found = JSON.stringify(answer) ?? '';
  expect(found.includes(process.version) || found.includes(process.cwd())).toBe(false);
  expect(ofHost()).toEqual(before);
  expect('escaped' in globalThis).toBe(false);
}

describe('the main thread', () => {
  it.each([...ESCAPES, ...RETURNED_ESCAPES])('$trick finds nothing of the host', ({ kind, code }) => {
    const bindings = inputsOfCorpus(code);
    const given = JSON.stringify(bindings.given);
    expectNothingOfHost(valueHere(kind, { code, bindings }));
    expect(JSON.stringify(bindings.given)).toBe(given);
  });
});

describe('both tiers', () => {
  it.each(ESCAPES)('$trick finds nothing of the host', async ({ kind, code }) => {
    const bindings = inputsOfCorpus(code);
    const answer = await tiered.run({ kind, code, bindings, signal });
    expectNothingOfHost(answer);
    // Code that only the sandbox evaluates has its result from there; if the main thread has one, it is
    // the same.
    if (valueHere(kind, { code, bindings }) !== null)
      expect(answer).toEqual(await sandbox.run({ kind, code, bindings, signal }));
  });
});
