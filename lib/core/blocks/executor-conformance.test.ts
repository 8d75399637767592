import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseAllowList } from '../../platform/addresses/allow-list';
import { createModelClient } from '../../platform/models/model-client';
import { createOutboundClient } from '../../platform/outbound-http/client';
import { createSandbox } from '../../platform/sandbox/sandbox';
import { vagueWords } from '../../platform/testing/vague-words';
import { compileWorkflow } from '../engine/compile-workflow';
import { redactDocument } from '../engine/masker';
import { runWorkflow } from '../engine/run-workflow';
import { shownOf } from '../engine/testing/shown-of';
import { checkWorkflow } from '../workflow/check-workflow';
import { fieldOfPlace, WorkflowDocument } from '../workflow/schema';
import type { BlockResult, ExecutionContext } from './block';
import type { Field } from './field';
import { readConfig } from './read-config';
import { blockDefinitions } from './registry/definitions';
import { executors, previewers } from './registry/executors';
import type { BlockCases, MakeBlockCases } from './testing/block-cases';
import { outsidePorts } from './testing/outside-ports';

type Config = Readonly<Record<string, unknown>>;

const sandbox = createSandbox();
const models = createModelClient(async () => []);
const http = createOutboundClient({ allow: parseAllowList('127.0.0.1') });
const server = createServer((request, response) => {
  const path = request.url ?? '';
  if (path.startsWith('/never')) return;
  response.writeHead(path.startsWith('/missing') ? 404 : 200, { 'Content-Type': 'application/json' });
  response.end('{"served": true}');
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await http.close();
  sandbox.close();
});

const MARK = 'mark-7f3a';
const SECRET = 's3cr3t-9b1d4c';
const VARIABLES = new Map([['PROBE', SECRET]]);

function documentWith(type: string, config: Config): WorkflowDocument {
  const position = { x: 0, y: 0 };
  const start = { id: 'start', type: 'start', name: 'start', position };
  const block = { id: 'block', type, name: 'probed', position, config };
  const edges = [{ id: 'e', source: 'start', target: 'block' }];
  return WorkflowDocument.parse(
    blockDefinitions.get(type)?.hasInput
      ? { blocks: { start, block }, edges }
      : { blocks: { block }, edges: [] },
  );
}

interface Circumstances {
  signal?: AbortSignal;
  /** Called when the executor has been called. */
  onStart?: () => void;
  withoutCode?: boolean;
}

/** Runs the block as a run would, and records what its executor was given, used and returned. */
async function runBlock(type: string, config: Config, { signal, onStart, withoutCode }: Circumstances = {}) {
  const executor = executors.get(type)!;
  const defects: unknown[] = [];
  const used = new Set<'http' | 'code' | 'models'>();
  let given: Config | undefined;
  let result: BlockResult | undefined;
  const watched = async (resolved: never, context: ExecutionContext): Promise<BlockResult> => {
    given = resolved;
    const watching = new Proxy(context, {
      get(target, name) {
        if (name === 'http' || name === 'code' || name === 'models') used.add(name);
        return Reflect.get(target, name);
      },
    });
    const running = executor(resolved, watching);
    onStart?.();
    result = await running;
    return result;
  };
  const outcome = await runWorkflow(
    compileWorkflow(documentWith(type, config)),
    { executionId: 'x', input: { probe: MARK } },
    {
      executors: new Map([...executors, [type, watched]]),
      http,
      ...outsidePorts,
      ...(withoutCode ? {} : { code: sandbox }),
      models,
      now: Date.now,
      variables: VARIABLES,
      signal: signal ?? new AbortController().signal,
      onDefect: (cause) => defects.push(cause),
    },
  );
  return { outcome, given, result, used, defects };
}

async function casesOf(type: string): Promise<BlockCases> {
  const file = `${type}/testing/cases.ts`;
  const cases = await import(`./${type}/testing/cases.ts`).catch((cause) => {
    throw new Error(`${file} is missing: CONTRIBUTING.md, "A block", says what it holds.`, { cause });
  });
  return (cases as { makeCases: MakeBlockCases }).makeCases(origin);
}

/** Returns a value of a field with `text` where references of its context may stand. */
function probeOf({ kind, references }: Field, text: string, before: unknown): unknown {
  switch (references) {
    case 'none':
      return undefined;
    case 'text':
    case 'value':
      return text;
    case 'url':
      return `${origin}/ok?probe=${text}`;
    case 'json':
      return `{"probe": "${text}"}`;
    case 'body':
      return { kind: 'raw', value: text };
    case 'path-rows':
    case 'query-rows':
    case 'header-rows':
      return [{ key: 'X-Probe', value: text }];
    case 'members':
      if (kind === 'provider') return { ...(before as Config), apiKey: text };
      return kind === 'auth' ? { kind: 'bearer', token: text } : { ...(before as Config), probe: text };
    case 'bindings':
      return `return ${text};`;
    case 'value-rows':
      return [{ name: 'probe', value: text }];
    case 'tools':
      return [{ kind: 'request', name: 'probe', url: `${origin}/ok?probe=${text}` }];
    case 'bindings-rows':
      return (before as Config[]).map((row) => ({ ...row, expression: `${text} === 1` }));
  }
}

/** Returns a field's value with a credential typed in; undefined if none can be told from other text. */
function credentialIn({ kind, references }: Field): unknown {
  if (kind === 'auth') return { kind: 'bearer', token: SECRET };
  if (kind === 'provider') return { kind: 'openai', baseUrl: `${origin}/ok`, apiKey: SECRET };
  if (kind === 'body') return { kind: 'form', rows: [{ key: 'password', value: SECRET }] };
  if (references === 'url') return `${origin}/ok?access_token=${SECRET}`;
  return kind === 'rows' ? [{ key: 'X-Api-Key', value: `Bearer ${SECRET}` }] : undefined;
}

/** All blocks but those that never run. */
const running = [...blockDefinitions].filter(([, { note }]) => note === undefined);

it('every block that runs has an executor, and every executor and previewer a block', () => {
  const types = running.map(([type]) => type);
  expect([...executors.keys()].sort()).toEqual(types.sort());
  const sending = [...blockDefinitions.values()].filter(({ outsideWork }) => outsideWork?.request);
  expect([...previewers.keys()]).toEqual(sending.map(({ type }) => type));
});

it('there are fields with references, and fields with credentials, for the tests below to use', () => {
  const fields = [...blockDefinitions.values()].flatMap((definition) => definition.fields);
  expect(fields.filter(({ references }) => references !== 'none').length).toBeGreaterThan(5);
  expect(fields.filter((field) => credentialIn(field) !== undefined).length).toBeGreaterThan(1);
});

describe.each(running)('the executor of %s', (type, definition) => {
  const outputsOf = (config: Config) =>
    definition.outputs(readConfig(definition, config).config).map(({ name }) => name);
  const portsOf = (config: Config) => definition.ports(readConfig(definition, config).config);
  // Values that iterations resolve are missing when the executor is called.
  const referring = definition.fields.filter(
    ({ references, perIteration }) => references !== 'none' && perIteration === undefined,
  );

  function expectDeclaredOutputs(config: Config, { output }: BlockResult): void {
    const declared = outputsOf(config);
    if (definition.trigger?.openOutputs)
      expect(Object.keys(output)).toEqual(expect.arrayContaining(declared));
    else expect(Object.keys(output).sort()).toEqual(declared.sort());
  }

  it('succeeds with every declared output and no other, and between its cases takes every port', async () => {
    const taken = new Set<string>();
    const ports = new Set<string>();
    for (const config of (await casesOf(type)).succeeds) {
      const { result, outcome, defects } = await runBlock(type, config);
      expect(outcome.error).toBeNull();
      expect(defects).toEqual([]);
      if (!result?.ok) throw new Error(`${JSON.stringify(config)} was to succeed.`);
      expectDeclaredOutputs(config, result);
      const normal = portsOf(config).filter(({ kind }) => kind !== 'error' && kind !== 'early');
      for (const { id } of normal) ports.add(id);
      if (normal.length > 0) taken.add(result.branch ?? 'out');
    }
    expect(taken).toEqual(ports);
  });

  it('fails with data: a code, words, and every declared output', async () => {
    const { fails } = await casesOf(type);
    expect(fails.length).toBeGreaterThan(0);
    for (const config of fails) {
      const { result, defects, outcome } = await runBlock(type, config);
      expect(defects).toEqual([]);
      const span = outcome.traceSpans.at(-1)!;
      const error = result === undefined ? span.error : result.ok ? null : result.error;
      if (error === null) throw new Error(`${JSON.stringify(config)} was to fail, and succeeded.`);
      expect(error.code).toMatch(/^[A-Z][A-Z0-9_]+$/);
      expect(error.message).toMatch(/\w \w/);
      expect(vagueWords(JSON.parse(JSON.stringify(error)))).toEqual([]);
      if (error.field !== undefined)
        expect(definition.fields.map(({ name }) => name)).toContain(fieldOfPlace(String(error.field)));
      if (result) expectDeclaredOutputs(config, result);
      expect(span).toMatchObject({ blockId: 'block', error: { code: error.code } });
    }
  });

  it('with its defaults alone runs, or the form says what is missing', async () => {
    // A trigger is the only block in the document here.
    const problems = checkWorkflow(documentWith(type, {})).filter(
      ({ blockId, code }) => blockId === 'block' && code !== 'TRIGGER_LEADS_NOWHERE',
    );
    const { result, defects } = await runBlock(type, {});
    expect(defects).toEqual([]);
    const isComplete = problems.length === 0;
    const must = isComplete ? 'check() objects to nothing: it must succeed' : 'check() objects: it must fail';
    expect(result?.ok ?? false, must).toBe(isComplete);
  });

  it('before it is called fails with every declared output and no other', async () => {
    for (const field of referring) {
      const [config = {}] = (await casesOf(type)).succeeds;
      const probed = { ...config, [field.name]: probeOf(field, '<start.probe.nowhere>', config[field.name]) };
      const { given, outcome } = await runBlock(type, probed);
      // Code may never read the reference, so it is called, and fails when it does.
      if (!field.references.startsWith('bindings')) expect(given, field.name).toBeUndefined();
      const span = outcome.traceSpans.at(-1)!;
      expect(span.error, field.name).toMatchObject({
        code: expect.stringMatching(/^REF_/),
        field: field.name,
      });
      expect(Object.keys(span.output as object).sort()).toEqual(outputsOf(probed).sort());
    }
  });

  it('gets every reference resolved, and no secret that it is given is left in the trace', async () => {
    const [config = {}] = (await casesOf(type)).succeeds;
    for (const field of referring) {
      const withText = (text: string) => ({
        ...config,
        [field.name]: probeOf(field, text, config[field.name]),
      });
      expect(readConfig(definition, withText('<start.probe>')).issues, field.name).toEqual([]);
      const told = JSON.stringify((await runBlock(type, withText('<start.probe>'))).given?.[field.name]);
      expect(told, field.name).toContain(MARK);
      expect(told, field.name).not.toContain('<start');
      const { given, outcome, defects } = await runBlock(type, withText('{{PROBE}}'));
      expect(JSON.stringify(given?.[field.name]), field.name).toContain(SECRET);
      expect(JSON.stringify(shownOf(outcome)), field.name).not.toContain(SECRET);
      expect(defects).toEqual([]);
    }
  });

  it('has credentials that were typed in concealed, in the trace and in the logged document', async () => {
    const [config = {}] = (await casesOf(type)).succeeds;
    for (const field of definition.fields) {
      const value = credentialIn(field);
      if (value === undefined) continue;
      const typed = { ...config, method: 'POST', [field.name]: value };
      const { outcome, given } = await runBlock(type, typed);
      expect(JSON.stringify(given), field.name).toContain(SECRET);
      expect(JSON.stringify(outcome.traceSpans), field.name).not.toContain(SECRET);
      expect(JSON.stringify(redactDocument(documentWith(type, typed))), field.name).not.toContain(SECRET);
    }
  });

  it('ends when the run is cancelled, whether it has begun or not', async () => {
    const { lasts, succeeds } = await casesOf(type);
    const { used } = await runBlock(type, succeeds[0] ?? {});
    if (used.size > 0) expect(lasts, `${type}/testing/cases.ts: lasts`).toBeDefined();
    const context = { input: null, http, code: sandbox, idempotencyKey: 'x', signal: AbortSignal.abort() };
    const { config } = readConfig(definition, succeeds[0] ?? {});
    if (referring.length === 0) await executors.get(type)!(config as never, context);
    if (lasts === undefined) return;
    const cancel = new AbortController();
    const { result, defects } = await runBlock(type, lasts, {
      signal: cancel.signal,
      onStart: () => cancel.abort(),
    });
    // It must not end because of a time limit of its own.
    if (result !== undefined) expect(result).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    expect(defects).toEqual([]);
  });

  it('reaches out as its definition says, and runs without a sandbox or says it can’t', async () => {
    const [config = {}] = (await casesOf(type)).succeeds;
    const { used } = await runBlock(type, config);
    const { request, models = false } = definition.outsideWork ?? {};
    expect(used.has('models')).toBe(models);
    if (!models) expect(used.has('http')).toBe(request !== undefined);
    const { result, defects } = await runBlock(type, config, { withoutCode: true });
    expect(defects).toEqual([]);
    expect(result?.ok).toBe(!used.has('code') || used.has('models'));
  });

  it('never throws, whatever its config holds', async () => {
    const shape = definition.config instanceof z.ZodObject ? definition.config.shape : {};
    const junk = fc.record(Object.fromEntries(Object.keys(shape).map((key) => [key, fc.jsonValue()])), {
      requiredKeys: [],
    });
    await fc.assert(
      fc.asyncProperty(junk, async (authored) => {
        const { config } = readConfig(definition, authored);
        const { defects } = await runBlock(type, config as Config);
        expect(defects).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });
});
