import { expect, test } from 'vitest';
import { checkWorkflow } from '../workflow/check-workflow';
import { SMALL_DOCUMENT } from '../workflow/example-document';
import { sameJson } from '../workflow/same-json';
import { type Block, WorkflowDocument } from '../workflow/schema';
import { newSharedDocument, openSharedDocument, type SharedDocument } from './shared-document';
import { randomChange, randomDocument, randomNumbers } from './testing/random-changes';

/** `SEEDS=2000` tries more. */
const SEEDS = Number(process.env.SEEDS ?? 25);

const small = WorkflowDocument.parse(SMALL_DOCUMENT);
const named = (document: WorkflowDocument, name = 'Flow') => ({ name, document });

function edit(document: WorkflowDocument, id: string, change: Partial<Block>): WorkflowDocument {
  return {
    ...document,
    blocks: { ...document.blocks, [id]: { ...(document.blocks[id] as Block), ...change } },
  };
}

const withUrl = (document: WorkflowDocument, url: string) =>
  edit(document, 'greeting', { config: { ...document.blocks.greeting?.config, url } });

function peersOf(document: WorkflowDocument, count: number): SharedDocument[] {
  const state = newSharedDocument(named(document)).state();
  return Array.from({ length: count }, () => openSharedDocument([state]));
}

/** Gives every peer everything that the others have. */
function exchange(peers: readonly SharedDocument[]): void {
  const states = peers.map((peer) => peer.state());
  for (const peer of peers) peer.apply(states);
}

test('what is shared reads as it was', () => {
  expect(openSharedDocument([newSharedDocument(named(small)).state()]).current).toEqual(named(small));
  for (let seed = 1; seed <= 25; seed += 1) {
    const document = randomDocument(randomNumbers(seed));
    const opened = openSharedDocument([newSharedDocument(named(document)).state()]).current.document;
    expect(opened).toEqual(document);
  }
});

test('two who type in the same text have both their words, in each copy', () => {
  const [a, b] = peersOf(small, 2) as [SharedDocument, SharedDocument];
  a.change(named(withUrl(a.current.document, 'https://mine.example.com/greetings/<start.name>')));
  b.change(named(withUrl(b.current.document, 'https://example.com/greetings/<start.name>?yours=1')));
  exchange([a, b]);
  const url = 'https://mine.example.com/greetings/<start.name>?yours=1';
  expect(a.current.document.blocks.greeting?.config.url).toBe(url);
  expect(b.current.document).toEqual(a.current.document);
});

test('nor is a word lost that both type into a text or list that was not there yet', () => {
  const [a, b] = peersOf(edit(small, 'greeting', { config: {} }), 2) as [SharedDocument, SharedDocument];
  const rows = (key: string) => [{ key, value: key, enabled: true }];
  a.change(named(edit(small, 'greeting', { config: { url: 'aaa', params: rows('a') } })));
  b.change(named(edit(small, 'greeting', { config: { url: 'bbb', params: rows('b') } })));
  exchange([a, b]);
  const { url, params } = a.current.document.blocks.greeting?.config ?? {};
  expect(['aaabbb', 'bbbaaa']).toContain(url);
  expect(params).toEqual(expect.arrayContaining([...rows('a'), ...rows('b')]));
  expect(b.current.document).toEqual(a.current.document);
});

test('taking back the first word in a field leaves what somebody else types there meanwhile', () => {
  const [a, b] = peersOf(edit(small, 'greeting', { config: {} }), 2) as [SharedDocument, SharedDocument];
  const rows = (key: string) => [{ key, value: key, enabled: true }];
  a.change(named(edit(small, 'greeting', { config: { url: 'mine', params: rows('a') } })));
  exchange([a, b]);
  a.change(named(edit(a.current.document, 'greeting', { config: {} })));
  const config = { url: 'mine yours', params: [...rows('a'), ...rows('b')] };
  b.change(named(edit(b.current.document, 'greeting', { config })));
  exchange([a, b]);
  expect(a.current.document.blocks.greeting?.config).toEqual({ url: ' yours', params: rows('b') });
  expect(b.current.document).toEqual(a.current.document);
  for (const url of ['', 'again']) {
    a.change(named(edit(a.current.document, 'greeting', { config: {} })));
    exchange([a, b]);
    expect(b.current.document.blocks.greeting?.config).toEqual({});
    b.change(named(edit(b.current.document, 'greeting', { config: { url } })));
    exchange([a, b]);
    expect(a.current.document.blocks.greeting?.config).toEqual({ url });
  }
});

test('half of a method is none: the choice of one of them holds', () => {
  const [a, b] = peersOf(small, 2) as [SharedDocument, SharedDocument];
  const config = small.blocks.greeting?.config;
  a.change(named(edit(small, 'greeting', { config: { ...config, method: 'POST' } })));
  b.change(named(edit(small, 'greeting', { config: { ...config, method: 'PUT' } })));
  exchange([a, b]);
  expect(['POST', 'PUT']).toContain(a.current.document.blocks.greeting?.config.method);
});

test('a row that was put above and another that was edited are both there', () => {
  const row = (key: string, value: string) => ({ key, value, enabled: true });
  const before = edit(small, 'greeting', { config: { params: [row('a', '1'), row('b', '2')] } });
  const [a, b] = peersOf(before, 2) as [SharedDocument, SharedDocument];
  const set = (peer: SharedDocument, params: unknown) =>
    peer.change(named(edit(peer.current.document, 'greeting', { config: { params } })));
  set(a, [row('first', '0'), row('a', '1'), row('b', '2')]);
  set(b, [row('a', '1'), row('b', '2 changed')]);
  exchange([a, b]);
  const all = [row('first', '0'), row('a', '1'), row('b', '2 changed')];
  expect(a.current.document.blocks.greeting?.config.params).toEqual(all);
});

test('what a change leaves alone stays the same object', () => {
  const [a, b] = peersOf(small, 2) as [SharedDocument, SharedDocument];
  const before = b.current.document;
  const update = a.change(named(withUrl(a.current.document, 'https://example.com/')));
  b.apply([update as Uint8Array]);
  const after = b.current.document;
  expect(after.blocks.greeting).not.toBe(before.blocks.greeting);
  expect(after.blocks.start).toBe(before.blocks.start);
  expect(after.edges).toBe(before.edges);
  expect(b.apply([update as Uint8Array])).toBeNull();
  expect(b.current.document).toBe(after);
});

test('the same name twice, a connection to a removed block and a circle are put right alike', () => {
  const api = (id: string, name: string): Block =>
    ({ ...(small.blocks.greeting as Block), id, name }) satisfies Block;
  const edge = (id: string, source: string, target: string) =>
    ({ id, source, sourceHandle: 'out', target, targetHandle: 'in' }) as const;
  const base = { ...small, blocks: { ...small.blocks, x: api('x', 'x'), y: api('y', 'y') } };
  const [a, b] = peersOf(base, 2) as [SharedDocument, SharedDocument];
  const { greeting: _, ...others }: WorkflowDocument['blocks'] = base.blocks;
  a.change(named({ ...base, blocks: { ...others, n1: api('n1', 'api') }, edges: [edge('e2', 'x', 'y')] }));
  b.change(
    named({
      ...base,
      blocks: { ...base.blocks, n2: api('n2', 'api') },
      edges: [...base.edges, edge('e3', 'y', 'x'), edge('e4', 'greeting', 'x')],
    }),
  );
  exchange([a, b]);
  const { document } = a.current;
  expect(document.edges.map(({ id }) => id)).toEqual(['e2']);
  expect([document.blocks.n1?.name, document.blocks.n2?.name]).toEqual(['api', 'api 2']);
  expect(b.current.document).toEqual(document);
  const settled = a.settle();
  expect(settled).not.toBeNull();
  expect(a.settle()).toBeNull();
  b.apply([settled as Uint8Array]);
  expect(b.current.document).toEqual(document);
});

test('what was left out stays so when the reason for it is gone', () => {
  const api = (id: string): Block => ({ ...(small.blocks.greeting as Block), id, name: 'api' });
  const [a, b] = peersOf(small, 2) as [SharedDocument, SharedDocument];
  a.change(named({ ...small, blocks: { ...small.blocks, n1: api('n1') } }));
  b.change(named({ ...small, blocks: { ...small.blocks, n2: api('n2') } }));
  exchange([a, b]);
  const { n1: _, ...blocks } = a.current.document.blocks as WorkflowDocument['blocks'];
  a.change(named({ ...a.current.document, blocks }));
  exchange([a, b]);
  for (const peer of [a, b]) expect(peer.current.document.blocks.n2?.name).toBe('api 2');
});

test('text in other scripts and emoji is never cut in half', () => {
  const [a, b] = peersOf(withUrl(small, '😀'), 2) as [SharedDocument, SharedDocument];
  a.change(named(withUrl(small, '😁')));
  b.change(named(withUrl(small, '😀😀')));
  exchange([a, b]);
  const url = String(a.current.document.blocks.greeting?.config.url);
  expect(url).toMatch(/^(?:😁😀|😀😁)$/u);
});

test('random changes of three copies come together to the same valid document', () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const random = randomNumbers(seed);
    const peers = peersOf(randomDocument(random), 3);
    for (let round = 0; round < 4; round += 1) {
      for (const peer of peers)
        for (let count = random(4); count > 0; count -= 1) {
          const made = randomChange(peer.current.document, random);
          peer.change(named(made));
          const copy = openSharedDocument([peer.state()]).current.document;
          expect(sameJson(copy, made), `seed ${seed}`).toBe(true);
        }
      exchange(peers);
      const [first, ...others] = peers.map(({ current }) => current.document) as [WorkflowDocument];
      for (const other of others) expect(sameJson(other, first), `seed ${seed}`).toBe(true);
      expect(WorkflowDocument.parse(first)).toEqual(first);
      expect(
        checkWorkflow(first).filter(({ refuses }) => refuses),
        `seed ${seed}`,
      ).toEqual([]);
    }
  }
});
