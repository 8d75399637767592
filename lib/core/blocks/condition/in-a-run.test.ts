import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllowList } from '../../../platform/addresses/allow-list';
import { createOutboundClient } from '../../../platform/outbound-http/client';
import { createSandbox } from '../../../platform/sandbox/sandbox';
import { compileWorkflow } from '../../engine/compile-workflow';
import { runWorkflow } from '../../engine/run-workflow';
import { WorkflowDocument } from '../../workflow/schema';
import { executors } from '../registry/executors';

const sandbox = createSandbox();
const http = createOutboundClient({ allow: parseAllowList('127.0.0.1') });
const server = createServer((request, response) => {
  const id = Number(new URL(request.url ?? '/', 'http://x').searchParams.get('id'));
  response.writeHead(id === 7 ? 200 : 404, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ id, name: '"; globalThis.found = true; //' }));
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await http.close();
  sandbox.close();
});

/** Builds a workflow of a Function, an API block, a Condition that branches on the status, and a Response. */
function lookUp(code: string): WorkflowDocument {
  const block = (id: string, type: string, config: object = {}) => [
    id,
    { id, type, name: id, position: { x: 0, y: 0 }, config },
  ];
  const edge = (source: string, sourceHandle: string, target: string) => ({
    id: `${source}-${sourceHandle}`,
    source,
    sourceHandle,
    target,
    targetHandle: 'in',
  });
  return WorkflowDocument.parse({
    blocks: Object.fromEntries([
      block('start', 'start'),
      block('prepare', 'function', { code }),
      block('api', 'api', { url: `${origin}/users?id=<prepare.result.id>` }),
      block('check', 'condition', {
        branches: [
          { id: 'found', label: 'Found', expression: '<api.status> === 200 && "<api.data.id>" === "7"' },
        ],
      }),
      block('yes', 'response', { status: '<api.status>', body: '<api.data.name>' }),
      block('no', 'response', { status: '404', body: 'nobody, by <check.branch>' }),
    ]),
    edges: [
      edge('start', 'out', 'prepare'),
      edge('prepare', 'out', 'api'),
      edge('api', 'out', 'check'),
      edge('check', 'found', 'yes'),
      edge('check', 'else', 'no'),
    ],
  });
}

const run = (document: WorkflowDocument, input: unknown, variables = new Map<string, string>()) =>
  runWorkflow(
    compileWorkflow(document),
    { executionId: 'x', input },
    { executors, http, code: sandbox, now: Date.now, variables, signal: new AbortController().signal },
  );

describe('in a run', () => {
  it.each([
    [7, { status: 200, headers: [] }, '"; globalThis.found = true; //'],
    [8, { status: 404, headers: [] }, 'nobody, by else'],
  ])('user %d: code prepares, the request goes out, its status decides', async (user, response, output) => {
    const document = lookUp('const id = <start.user>;\nreturn { id };');
    const outcome = await run(document, { user });
    expect(outcome).toMatchObject({ status: 'success', response, output });
  });

  it('a failure of the code ends the run in words that help', async () => {
    const outcome = await run(lookUp('const { user } = <start.who>;\nreturn user.id;'), { who: {} });
    expect(outcome).toMatchObject({ status: 'error', error: { code: 'CODE_THREW', blockName: 'prepare' } });
    expect(outcome.error?.message).toMatch(/^Line 2: TypeError/);
  });

  it('a secret given to the code is masked in what the run leaves behind', async () => {
    const document = lookUp('console.log({{TOKEN}}); return { id: {{TOKEN}}.length }');
    const outcome = await run(document, {}, new Map([['TOKEN', 's3cr3t-value']]));
    expect(outcome.status).toBe('success');
    expect(JSON.stringify(outcome)).not.toContain('s3cr3t-value');
  });
});
