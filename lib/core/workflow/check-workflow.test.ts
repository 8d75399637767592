import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectSteadyGrowth } from '../../platform/testing/growth';
import { blockDefinitions } from '../blocks/registry/definitions';
import { checkWorkflow, createWorkflowCheck } from './check-workflow';
import { ancestorsOf, ancestryOf, blocksBefore, findCycle, graphOf, orderBlocks, wouldCycle } from './graph';
import { WorkflowDocument } from './schema';

type BlockDraft = Partial<WorkflowDocument['blocks'][string]> & { id: string };

const position = { x: 0, y: 0 };
const START: BlockDraft = { id: 's', type: 'start', name: 'start' };
const HOOK: BlockDraft = { id: 'h', type: 'webhook-trigger', name: 'hook' };
const api = (id: string, config: Record<string, unknown> = {}): BlockDraft => ({
  id,
  type: 'api',
  name: id,
  config: { url: 'https://h.example', ...config },
});

function workflow(blocks: BlockDraft[], edges: string[] = []): WorkflowDocument {
  return WorkflowDocument.parse({
    blocks: Object.fromEntries(blocks.map((block) => [block.id, { position, name: block.id, ...block }])),
    edges: edges.map((edge, index) => {
      const [from = '', target = ''] = edge.split('>');
      const [source, sourceHandle = 'out'] = from.split(':');
      return { id: `e${index}`, source, sourceHandle, target, targetHandle: 'in' };
    }),
  });
}

const codes = (document: WorkflowDocument) => checkWorkflow(document).map(({ code }) => code);

describe('a document', () => {
  it('that is in order has no problems', () => {
    const document = workflow(
      [
        START,
        api('a', { url: 'https://h.example/<start.id>' }),
        { id: 'r', type: 'response', config: { body: '<a.data>' } },
      ],
      ['s>a', 'a>r', 'a:error>r'],
    );
    expect(checkWorkflow(document)).toEqual([]);
  });

  it.each([
    ['a cycle', workflow([START, api('a'), api('b')], ['s>a', 'a>b', 'b>a']), 'CYCLE'],
    ['a block before itself', workflow([START, api('a')], ['s>a', 'a>a']), 'CYCLE'],
    [
      'a loop that would be ignored',
      { ...workflow([START]), loops: { l: { id: 'l', nodes: ['s'] } } },
      'CONTAINER_UNKNOWN',
    ],
    [
      'a parallel that would be ignored',
      { ...workflow([START]), parallels: { p: { id: 'p', nodes: [] } } },
      'CONTAINER_UNKNOWN',
    ],
    [
      'a block in a container that is none',
      workflow([START, { ...api('a'), parentId: 's' }], ['s>a']),
      'CONTAINER_UNKNOWN',
    ],
    ['an unknown type', workflow([START, { id: 'x', type: 'nope' }], ['s>x']), 'BLOCK_TYPE_UNKNOWN'],
    ['an edge to nowhere', workflow([START], ['s>x']), 'EDGE_END_UNKNOWN'],
    ['an edge from nowhere', workflow([START, api('a')], ['s>a', 'x>a']), 'EDGE_END_UNKNOWN'],
    ['the same edge twice', workflow([START, api('a')], ['s>a', 's>a']), 'EDGE_DUPLICATE'],
    [
      'names that are one slug',
      workflow([START, api('a', {}), { ...api('b'), name: 'A ' }], ['s>a', 'a>b']),
      'NAME_DUPLICATE',
    ],
    [
      'a block under another id',
      { ...workflow([START]), blocks: { q: workflow([START]).blocks.s! } },
      'BLOCK_ID_MISMATCH',
    ],
  ])('with %s is refused', (_, document, code) => {
    expect(checkWorkflow(document)).toEqual([
      expect.objectContaining({
        code,
        refuses: true,
        severity: 'error',
        message: expect.stringMatching(/\.$/),
      }),
    ]);
  });

  it('that names a variable nobody has set is reported, once the variables are known', () => {
    const document = workflow(
      [START, api('a', { headers: [{ key: 'A', value: 'Bearer {{TOKEN}} {{NOPE}} \\{{NOPE}} {{nope}}' }] })],
      ['s>a'],
    );
    expect(checkWorkflow(document)).toEqual([]);
    expect(checkWorkflow(document, { variables: ['TOKEN'] })).toEqual([
      expect.objectContaining({
        code: 'VARIABLE_NOT_FOUND',
        blockId: 'a',
        field: 'headers.0.value',
        refuses: false,
        message: expect.stringContaining('{{NOPE}}'),
      }),
    ]);
  });

  it.each([
    ['webhook-trigger', { check: { kind: 'header', header: 'X', token: '{{NOPE}}' } }, 'check.token'],
    [
      'webhook-trigger',
      { otherCheck: { kind: 'basic', username: 'u', password: 'a{{NOPE}}' } },
      'otherCheck.password',
    ],
    ['webhook-trigger', { check: { kind: 'stripe', token: '{{NOPE}}' } }, 'check.token'],
    ['chat-trigger', { access: 'password', password: '{{NOPE}}' }, 'password'],
  ])('whose %s keeps a secret in a variable nobody has set is told so: %j', (type, config, field) => {
    const document = workflow([{ id: 't', type, config }]);
    const missing = { code: 'VARIABLE_NOT_FOUND', blockId: 't', field, unknown: 'NOPE', severity: 'error' };
    const [name, memberName] = field.split('.');
    const described = blockDefinitions.get(type)?.fields.find((one) => one.name === name);
    const member = described?.members?.find((one) => one.name === memberName);
    expect((member ?? described)?.kind).toBe('secret');
    expect(checkWorkflow(document, { variables: [] })).toContainEqual(expect.objectContaining(missing));
    expect(checkWorkflow(document, { variables: ['NOPE'] })).not.toContainEqual(
      expect.objectContaining(missing),
    );
  });

  it('that names a connection the workspace doesn’t have is reported, once the connections are known', () => {
    const auth = { kind: 'connection', connectionId: 'c1' };
    const document = workflow([START, api('a', { auth })], ['s>a']);
    expect(checkWorkflow(document)).toEqual([]);
    expect(checkWorkflow(document, { connections: ['c1'] })).toEqual([]);
    expect(checkWorkflow(document, { connections: ['c2'] })).toEqual([
      expect.objectContaining({
        code: 'CONNECTION_NOT_FOUND',
        blockId: 'a',
        field: 'auth.connectionId',
        refuses: false,
      }),
    ]);
  });

  it.each([
    ['no beginning', workflow([api('a')]), ['START_MISSING']],
    ['two beginnings', workflow([START, { ...START, id: 't', name: 'start2' }]), ['BLOCK_LIMIT']],
    [
      'an edge into its beginning',
      workflow([START, { ...START, id: 't', name: 't' }], ['s>t']),
      ['BLOCK_LIMIT', 'EDGE_INTO_START', 'START_LEADS_NOWHERE'],
    ],
    [
      'an edge from a port that is not there',
      workflow([START, api('a')], ['s>a', 's:error>a']),
      ['EDGE_HANDLE_UNKNOWN'],
    ],
    ['a trigger that leads nowhere', workflow([START, HOOK, api('a')], ['s>a']), ['TRIGGER_LEADS_NOWHERE']],
    ['a trigger alone', workflow([HOOK]), ['TRIGGER_LEADS_NOWHERE']],
    [
      'a Start that was left over beside a trigger',
      workflow([START, HOOK, api('a')], ['h>a']),
      ['START_LEADS_NOWHERE'],
    ],
    ['a block nothing leads to', workflow([START, api('a')]), ['UNREACHABLE']],
    ['a name that is taken', workflow([START, { ...api('a'), name: 'Loop' }], ['s>a']), ['NAME_RESERVED']],
    ['no URL', workflow([START, api('a', { url: ' ' })], ['s>a']), ['URL_INVALID']],
    ['a URL without scheme', workflow([START, api('a', { url: 'h.example/x' })], ['s>a']), ['URL_INVALID']],
    [
      'JSON that is none',
      workflow([START, api('a', { body: { kind: 'json', value: '{"a": <start.x>' } })], ['s>a']),
      ['BODY_INVALID_JSON'],
    ],
    [
      'a header name with a space',
      workflow([START, api('a', { headers: [{ key: 'X A', value: '1' }] })], ['s>a']),
      ['HEADER_NAME_INVALID'],
    ],
    ['a wrong setting', workflow([START, api('a', { method: 'FETCH' })], ['s>a']), ['CONFIG_INVALID']],
    ['a setting nobody knows', workflow([START, api('a', { retries: 1 })], ['s>a']), ['CONFIG_KEY_UNKNOWN']],
    [
      'a reference to itself',
      workflow([START, api('a', { url: 'https://h.example/<a.data>' })], ['s>a']),
      ['REF_TO_ITSELF'],
    ],
    [
      'a reference forward',
      workflow([START, api('a', { url: '<b.data>' }), api('b')], ['s>a', 'a>b']),
      ['REF_OUT_OF_SCOPE'],
    ],
    [
      'a reference across',
      workflow([START, api('a', { url: '<b.data>' }), api('b')], ['s>a', 's>b']),
      ['REF_OUT_OF_SCOPE'],
    ],
    [
      'what only another trigger has',
      workflow([START, HOOK, api('a', { url: 'https://h.example/<hook.body>' })], ['s>a', 'h>a']),
      ['REF_OUT_OF_SCOPE'],
    ],
    [
      'a loop that is not around it',
      workflow([START, api('a', { url: '<loop.item>' })], ['s>a']),
      ['REF_OUT_OF_SCOPE'],
    ],
    [
      'an output that is not there',
      workflow([START, api('a'), api('b', { url: '<a.body.url>' })], ['s>a', 'a>b']),
      ['REF_OUTPUT_UNKNOWN'],
    ],
    [
      'a reference to nobody',
      workflow([START, api('a', { params: [{ key: 'q', value: '<gone.x>' }] })], ['s>a']),
      ['REF_BLOCK_UNKNOWN'],
    ],
    [
      'an address that is a reference to nobody, told once',
      workflow([START, api('a', { url: '<gone.x>' })], ['s>a']),
      ['URL_INVALID'],
    ],
  ])('with %s can be saved, and says so', (_, document, expected) => {
    expect(codes(document)).toEqual(expected);
    expect(checkWorkflow(document).every(({ refuses }) => !refuses)).toBe(true);
  });

  it('keeps a trigger that leads nowhere from being published, not what was just begun', () => {
    const severities = (document: WorkflowDocument) =>
      checkWorkflow(document).map(({ severity }) => severity);
    expect(severities(workflow([HOOK]))).toEqual(['error']);
    expect(severities(workflow([START, HOOK, api('a')], ['h>a']))).toEqual(['warning']);
    expect(severities(workflow([START]))).toEqual([]);
    expect(severities(workflow([START, { ...HOOK, enabled: false }, api('a')], ['s>a']))).toEqual([]);
  });

  it('leaves blocks that are switched off, rows that are off and escaped references in peace', () => {
    const off = { ...api('a', { url: '' }), enabled: false };
    const rows = {
      params: [{ key: 'q', value: '<c.data>', enabled: false }],
      headers: [{ key: 'x', value: String.raw`\<b.data>` }],
    };
    expect(codes(workflow([START, off, api('b', rows), api('c')], ['s>a', 'a>b', 'b>c']))).toEqual([]);
  });

  it('of any shape is checked without throwing', () => {
    const name = fc.constantFrom('a', 'b', 'c', 's', '__proto__', 'constructor');
    const block = fc.record({
      type: fc.constantFrom('start', 'api', 'response', 'constructor'),
      config: fc.dictionary(fc.constantFrom('url', 'body', 'headers', 'fields', 'status'), fc.jsonValue()),
    });
    const edge = fc.tuple(name, name).map(([source, target]) => `${source}>${target}`);
    fc.assert(
      fc.property(fc.array(fc.tuple(name, block)), fc.array(edge), (blocks, edges) => {
        const drafts = blocks.map(([id, rest]) => ({ id, name: `n${id}`, ...rest }) as BlockDraft);
        const document = workflow(drafts, edges);
        for (const problem of checkWorkflow(document)) expect(problem.message).not.toBe('');
      }),
    );
  });
});

describe('the graph', () => {
  const document = workflow(
    [START, api('a'), api('b'), api('c'), api('d')],
    ['s>a', 's>b', 'a>c', 'b>c', 'c>d'],
  );

  it('knows what comes before a block', () => {
    expect(blocksBefore(document, 'c').map(({ id }) => id)).toEqual(['s', 'a', 'b']);
    expect(blocksBefore(document, 's')).toEqual([]);
  });

  it('knows which edges would close a circle', () => {
    expect([
      wouldCycle(document, 'c', 's'),
      wouldCycle(document, 'a', 'a'),
      wouldCycle(document, 'a', 'b'),
    ]).toEqual([true, true, false]);
  });

  it('either has an order in which every edge leads forward, or a cycle that its edges make', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const edge = fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids)).map((ends) => ends.join('>'));
    fc.assert(
      fc.property(fc.uniqueArray(edge), (edges) => {
        const graph = graphOf(
          workflow(
            ids.map((id) => api(id)),
            edges,
          ),
        );
        const cycle = findCycle(graph);
        const { order } = orderBlocks(graph);
        if (cycle === null) {
          expect(order).toHaveLength(ids.length);
          for (const text of edges) {
            const [from = '', to = ''] = text.split('>');
            expect(order.indexOf(from)).toBeLessThan(order.indexOf(to));
          }
        } else {
          cycle.forEach((id, index) => {
            expect(edges).toContain(`${id}>${cycle[(index + 1) % cycle.length]}`);
          });
        }
      }),
    );
  });
});

describe('a large document', () => {
  const known = { variables: ['KEY'] };
  /** Builds one line of blocks, each with a reference to the one before. */
  const line = (count: number): WorkflowDocument => {
    const ids = Array.from({ length: count - 1 }, (_, index) => `b${index}`);
    const url = (index: number) => `https://h.example/<${index === 0 ? 'start' : ids[index - 1]}.data>`;
    return workflow(
      [START, ...ids.map((id, index) => api(id, { url: url(index) }))],
      ids.map((id, index) => `${index === 0 ? 's' : ids[index - 1]}>${id}`),
    );
  };

  it('of 2,000 blocks is in order; one of more is none', () => {
    const document = line(2_000);
    expect(codes(document)).toEqual([]);
    expect(() => line(2_001)).toThrow('At most 2,000 blocks; this has 2,001.');
  });

  it('gives the same problems when it is checked again after each change', () => {
    const check = createWorkflowCheck();
    let document = line(30);
    const arbitrary = fc.record({
      id: fc.constantFrom('b3', 'b7', 'b20'),
      url: fc.constantFrom('', 'https://h.example/<b5.data>', '{{MISSING}}', '<b25.data>', '<nobody.data>x'),
      name: fc.constantFrom(undefined, 'nobody', 'b3', 'b5', 'start'),
      enabled: fc.boolean(),
      cuts: fc.integer({ min: 0, max: 60 }),
    });
    fc.assert(
      fc.property(arbitrary, ({ id, url, name, enabled, cuts }) => {
        const block = document.blocks[id]!;
        const changed = { ...block, name: name ?? block.name, enabled, config: { ...block.config, url } };
        // The connections mostly stay the same object, as in the editor.
        const edges = document.edges.some((_, index) => index === cuts)
          ? document.edges.filter((_, index) => index !== cuts)
          : document.edges;
        document = { ...document, edges, blocks: { ...document.blocks, [id]: changed } };
        expect(check(document, known)).toEqual(checkWorkflow(document, known));
      }),
    );
  });

  it('returns the same list of problems after a change that affects none', () => {
    const check = createWorkflowCheck();
    const document = line(500);
    const typed = (url: string): WorkflowDocument => {
      const block = { ...document.blocks.b7!, config: { ...document.blocks.b7!.config, url } };
      return { ...document, blocks: { ...document.blocks, b7: block } };
    };
    const first = check(typed('https://h.example/<nobody.x>'), known);
    expect(first).toHaveLength(1);
    expect(check(typed('https://h.example/<nobody.x>/a'), known)).toBe(first);
    expect(check(typed('https://h.example/'), known)).toEqual([]);
  });

  it('knows of any two blocks which comes before the other', () => {
    const edges = fc.array(fc.tuple(fc.nat(70), fc.nat(70)), { maxLength: 140 });
    fc.assert(
      fc.property(edges, fc.boolean(), (pairs, forwards) => {
        const ids = Array.from({ length: 71 }, (_, index) => `n${index}`);
        const led = pairs.filter(([a, b]) => a < b || !forwards).map(([a, b]) => `n${a}>n${b}`);
        const graph = graphOf(
          workflow(
            ids.map((id) => api(id)),
            led,
          ),
        );
        const isBefore = ancestryOf(graph);
        const found = ids.map((id) => ids.filter((other) => other !== id && isBefore(other, id)));
        const walked = ids.map((id) => {
          const before = ancestorsOf(graph, id);
          return ids.filter((other) => before.has(other));
        });
        expect(found).toEqual(walked);
      }),
      { numRuns: 20 },
    );
  });
});

describe('texts that begin as a reference to a block do', () => {
  const problemsOf = (body: string, more: BlockDraft[] = [], edges = ['s>a', 'a>r', 'a:error>r']) =>
    checkWorkflow(
      workflow([START, api('a'), { id: 'r', type: 'response', config: { body } }, ...more], edges),
    );

  it.each([
    ['<a.data.größe>', []],
    ['<a.data ?? []>', []],
    ['<a>', []],
    ['{"a": <a>, "b": "<div>"}', []],
    ['<a.data.1st>', ['REF_LOOSE']],
    ['<a.data.a b>', ['REF_LOOSE']],
    ['<a.data.a!b>', ['REF_NOT_UNDERSTOOD']],
    ['all of <a>', ['REF_NOT_UNDERSTOOD']],
    ['<r>', ['REF_TO_ITSELF']],
  ])('%s', (body, expected) => {
    expect(problemsOf(body).map(({ code }) => code)).toEqual(expected);
  });

  it('are told with how to write them', () => {
    expect(problemsOf('<a.data.a!b>')).toMatchObject([
      {
        severity: 'warning',
        blockId: 'r',
        field: 'body',
        message: expect.stringContaining("<a.data['a!b']>"),
      },
    ]);
  });

  it('a block that another start never comes to may be named with a default, or where only it leads', () => {
    const joined = (url: string, edges = ['h>x', 'x>a', 's>a']) =>
      checkWorkflow(workflow([START, HOOK, api('x'), api('a', { url })], edges)).map(
        ({ severity, message }) => `${severity}: ${message}`,
      );
    expect(joined('https://h.example/<x.status>')).toEqual([
      'warning: "x" has no output in runs that "start" starts: add a default for them, such as <x… ?? "">.',
    ]);
    expect(joined('https://h.example/<x.status ?? 0>')).toEqual([]);
    expect(joined('https://h.example/<x.status?>')).toEqual([]);
    expect(joined('https://h.example/<x.status>', ['h>x', 's>x', 'x>a'])).toEqual([]);
    const off = workflow(
      [{ ...START, enabled: false }, HOOK, api('a', { url: 'https://h.example/<hook.body>' })],
      ['h>a', 's>a'],
    );
    const check = createWorkflowCheck();
    expect(check(off)).toEqual([]);
    const on = { ...off, blocks: { ...off.blocks, s: { ...off.blocks.s!, enabled: true } } };
    expect(check(on).map(({ code }) => code)).toEqual(['REF_OUT_OF_SCOPE']);
  });

  it('whole outputs have a scope like any reference', () => {
    const after = api('z', { body: { kind: 'json', value: '{"a": <r>}' }, method: 'POST' });
    expect(
      codes(
        workflow(
          [START, api('a', { url: 'https://h.example', params: [{ key: 'q', value: '<z>' }] }), after],
          ['s>a', 'a>z'],
        ),
      ),
    ).toContain('REF_OUT_OF_SCOPE');
    expect(problemsOf('<loop>').map(({ code }) => code)).toEqual(['REF_OUT_OF_SCOPE']);
    expect(problemsOf('<variable>').map(({ code }) => code)).toEqual(['REF_OUTPUT_UNKNOWN']);
  });
});

it('the work of a check grows with the variables, if many are unknown in a workspace that has many', async () => {
  const names = (kind: string, size: number) =>
    Array.from({ length: size }, (_, index) => `${kind.repeat(40)}_${index}`);
  await expectSteadyGrowth((size) => {
    const url = names('A', size).map((name) => `{{${name}}}`);
    const document = workflow([START, api('a', { url: url.join('') })]);
    const variables = names('B', size);
    return () => checkWorkflow(document, { variables });
  }, 100);
});
