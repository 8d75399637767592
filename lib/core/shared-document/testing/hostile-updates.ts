import {
  applyUpdate,
  Doc,
  encodeStateAsUpdate,
  encodeStateVector,
  Array as SharedList,
  Map as SharedMap,
  type Text,
  XmlElement,
} from 'yjs';

type Write = (doc: Doc) => void;

/** Returns what `write` adds to a document, as a client would send it. */
export function updateOf(state: Uint8Array, write: Write, clientId?: number): Uint8Array {
  const doc = new Doc();
  applyUpdate(doc, state);
  if (clientId !== undefined) doc.clientID = clientId;
  const before = encodeStateVector(doc);
  doc.transact(() => write(doc));
  return encodeStateAsUpdate(doc, before);
}

const textIn = (doc: Doc, blockId: string): Text =>
  ((doc.getMap('blocks').get(blockId) as SharedMap<unknown>).get('config') as SharedMap<unknown>).get(
    'url',
  ) as Text;

/**
 * Two authors who put `count` letters before the same one, each before the author's last. They are two
 * updates: of one, Yjs places the parts of the higher client id first, and then compares few.
 */
export function insertsAtOnePlace(state: Uint8Array, blockId: string, count: number): Uint8Array[] {
  const of = (clientId: number) =>
    updateOf(
      state,
      (doc) => {
        for (let made = 0; made < count / 2; made += 1) textIn(doc, blockId).insert(0, 'x');
      },
      clientId,
    );
  return [of(1_001), of(1_002)];
}

const block = (name: string, at: number) =>
  new SharedMap<unknown>([
    ['at', at],
    ['type', 'api'],
    ['name', name],
    ['position', { x: 0, y: 0 }],
    ['enabled', true],
    ['config', new SharedMap()],
  ]);

/** `count` blocks that all have one name. */
export const blocksOfOneName = (state: Uint8Array, count: number): Uint8Array =>
  updateOf(state, (doc) => {
    for (let made = 0; made < count; made += 1)
      doc.getMap('blocks').set(`same${made}`, block('same', 10 + made));
  });

/** Blocks in a ring: `count` connections, the first of which comes last in the order that closes it. */
export const ringOf = (state: Uint8Array, count: number): Uint8Array =>
  updateOf(state, (doc) => {
    for (let made = 0; made < count; made += 1) {
      doc.getMap('blocks').set(`ring${made}`, block(`ring${made}`, 10 + made));
      doc.getMap('edges').set(`ring${made}`, {
        at: count - made,
        source: `ring${made}`,
        sourceHandle: 'out',
        target: `ring${(made + 1) % count}`,
        targetHandle: 'in',
      });
    }
  });

/** `count` connections between two blocks, and one that closes a circle. */
export const edgesInACircle = (
  state: Uint8Array,
  [from, to]: readonly [string, string],
  count: number,
): Uint8Array =>
  updateOf(state, (doc) => {
    const edge = (source: string, target: string, handle: string, at: number) => ({
      at,
      source,
      sourceHandle: handle,
      target,
      targetHandle: 'in',
    });
    for (let made = 0; made < count; made += 1)
      doc.getMap('edges').set(`e${made}`, edge(from, to, `o${made}`, made + 1));
    doc.getMap('edges').set('back', edge(to, from, 'out', count + 2));
  });

export const invalidEdges = (state: Uint8Array, count: number): Uint8Array =>
  updateOf(state, (doc) => {
    for (let made = 0; made < count; made += 1)
      doc.getMap('edges').set(`bad${made}`, { at: made, source: 'no' });
  });

/** Text in a part that no workflow has. */
export const unknownRoot = (state: Uint8Array, characters: number): Uint8Array =>
  updateOf(state, (doc) => doc.getText('junk').insert(0, 'x'.repeat(characters)));

/** What a document can hold, and no workflow does. */
export const FOREIGN_PARTS: Readonly<Record<string, Write>> = {
  'an XML element': (doc) => void doc.getMap('blocks').set('x', new XmlElement('p')),
  'a document within': (doc) => void doc.getMap('blocks').set('x', new Doc()),
  bytes: (doc) => void doc.getMap('blocks').set('x', new Uint8Array(8)),
  'a format': (doc) => textIn(doc, 'greeting').format(0, 2, { bold: true }),
  'an embedded object': (doc) => textIn(doc, 'greeting').insertEmbed(0, { a: 1 }),
  'an unknown root': (doc) => doc.getText('junk').insert(0, 'x'),
  'a text in a root': (doc) => doc.getText('blocks').insert(0, 'x'),
  'a list in a root': (doc) => doc.getArray('edges').push(['x']),
  'an attribute of a text': (doc) => textIn(doc, 'greeting').setAttribute('x', 'y'),
  'a value under the mark of an absent one': (doc) =>
    void (doc.getMap('blocks').get('greeting') as SharedMap<unknown>).set('\u0000x', 'junk'),
  'a list that is no block': (doc) => void doc.getMap('blocks').set('x', new SharedList()),
  'a number that is no connection': (doc) => void doc.getMap('edges').set('x', 7),
  'a null that is no connection': (doc) => void doc.getMap('edges').set('x', null),
  'a connection without ends': (doc) => void doc.getMap('edges').set('x', { at: 1 }),
  'a place that is no number': (doc) => void doc.getMap('groups').set('x', { at: 'first' }),
  'a setting that no workflow has': (doc) => void doc.getMap('workflow').set('junk', 'x'),
  'an unknown member of a block': (doc) =>
    void (doc.getMap('blocks').get('greeting') as SharedMap<unknown>).set('junk', 'x'),
};

/** Maps in maps, of which none is ever shown. */
export const nestedMaps = (state: Uint8Array, levels: number): Uint8Array =>
  updateOf(state, (doc) => {
    let map = doc.getMap<unknown>('blocks');
    for (let level = 0; level < levels; level += 1) {
      const inner = new SharedMap<unknown>();
      map.set('m', inner);
      map = inner;
    }
  });
