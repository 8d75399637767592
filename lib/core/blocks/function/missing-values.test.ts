import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../../platform/sandbox/sandbox';
import { run, workflow } from '../../engine/testing/probe-workflow';

const sandbox = createSandbox();
afterAll(() => sandbox.close());

type Line = Parameters<typeof workflow>[0][number];
const fn = (name: string, code: string): Line => [
  name,
  undefined,
  undefined,
  { type: 'function', config: { code } },
];
const condition = (expression: string): Line => [
  'check',
  undefined,
  undefined,
  { type: 'condition', config: { branches: [{ id: 'if', label: 'If', expression }] } },
];

const MISSING = 'start.nope does not exist: start has only the field name.';

async function outcomeOf(lines: Line[], edges: string[]) {
  return run(workflow(lines, edges), {
    request: { input: { name: 'Ada' } },
    ports: { code: sandbox },
  });
}
const ofFunction = (code: string) =>
  outcomeOf([fn('a', code), fn('later', 'return 1')], ['start>a', 'a>later']);

describe('a reference that leads nowhere', () => {
  it.each([
    ['// <start.nope>\nreturn 1', 1],
    ['/* <start.nope> {{NOT_THERE}} <later.result> */ return <start.name>', 'Ada'],
    ['if (<start.name> === "Bob") return <start.nope>;\nreturn 2', 2],
    ['const read = () => <start.nope>; return typeof read', 'function'],
    ['return <start.name> || <start.nope>', 'Ada'],
    ['return <start.nope?> ?? "none"', 'none'],
    ['try { return <start.nope> } catch (error) { return error.message }', MISSING],
    ['// "<start.nope>"\nreturn "<start.name>!"', 'Ada!'],
    ['return true ? 1 : "Hi <start.nope>"', 1],
    ['return [<start.name>, 5].map((x) => x === 5 ? 6 : x === 7 ? <start.nope> : x)', ['Ada', 6]],
  ])('fails nothing while code does not read it: %j', async (code, result) => {
    const { error, traceSpans } = await ofFunction(code);
    expect(error).toBeNull();
    expect(traceSpans.find(({ blockId }) => blockId === 'a')?.output).toMatchObject({ result });
  });

  it.each([
    ['return <start.nope>', 'REF_PATH_NOT_FOUND', MISSING],
    ['return typeof <start.nope>', 'REF_PATH_NOT_FOUND', MISSING],
    ['return "Hi <start.nope>"', 'REF_PATH_NOT_FOUND', MISSING],
    ['return await Promise.all([<start.nope>])', 'REF_PATH_NOT_FOUND', MISSING],
    ['const f = () => <start.nope>;\nreturn f()', 'REF_PATH_NOT_FOUND', MISSING],
    ['try { <start.nope> } catch (error) { throw error }', 'REF_PATH_NOT_FOUND', MISSING],
    ['return {{NOT_THERE}}', 'VARIABLE_NOT_FOUND', /^There is no variable \{\{NOT_THERE\}\}/],
    ['return <later.result>', 'REF_OUT_OF_SCOPE', /^<later…> can't be used here/],
  ])('fails once code reads it, in the words that other fields have: %j', async (code, kind, message) => {
    const { error } = await ofFunction(code);
    expect(error).toMatchObject({
      code: kind,
      field: 'code',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });

  it('is no value that code could take for one of its own', async () => {
    const { error } = await ofFunction('throw new Error("<start.name> has no nope")');
    expect(error).toMatchObject({ code: 'CODE_THREW', message: 'Line 1: Error: Ada has no nope' });
  });
});

describe('a condition', () => {
  it.each([
    ['<start.name> === "Ada" || <start.nope>', 'if'],
    ['<start.name> === "Bob" && <start.nope>', 'else'],
    ['true /* <start.nope> */', 'if'],
  ])('%s reads only what decides', async (expression, branch) => {
    const { traceSpans, error } = await outcomeOf([condition(expression)], ['start>check']);
    expect(error).toBeNull();
    expect(traceSpans.find(({ blockId }) => blockId === 'check')?.output).toMatchObject({ branch });
  });

  it('fails as other fields do once it reads one', async () => {
    const { error } = await outcomeOf([condition('<start.nope> === 1')], ['start>check']);
    expect(error).toMatchObject({ code: 'REF_PATH_NOT_FOUND', field: 'branches', message: MISSING });
  });
});
