import type { KnownNames } from '../check-workflow';
import { WorkflowDocument } from '../schema';

interface ProblemCase {
  /** The code of a problem that the document has, perhaps among others. */
  code: string;
  document: WorkflowDocument;
  known?: KnownNames;
}

type Draft = { id: string } & Record<string, unknown>;

const position = { x: 0, y: 0 };
const START: Draft = { id: 's', type: 'start', name: 'start' };

const api = (id: string, config: Record<string, unknown> = {}, more: object = {}): Draft => ({
  id,
  type: 'api',
  name: id,
  config: { url: 'https://h.example', ...config },
  ...more,
});

/** `edges`: `s>a`, or `s:error>a` from another port. */
function workflow(blocks: readonly Draft[], edges: readonly string[] = []): WorkflowDocument {
  return WorkflowDocument.parse({
    blocks: Object.fromEntries(blocks.map((block) => [block.id, { position, name: block.id, ...block }])),
    edges: edges.map((edge, index) => {
      const [from = '', target = ''] = edge.split('>');
      const [source, sourceHandle = 'out'] = from.split(':');
      return { id: `e${index}`, source, sourceHandle, target, targetHandle: 'in' };
    }),
  });
}

/** Builds Start and one API block behind it. */
const calling = (config: Record<string, unknown>) => workflow([START, api('a', config)], ['s>a']);
const asking = (url: string) => calling({ url });
const loop = (id: string, more: object = {}): Draft => ({
  id,
  type: 'loop',
  name: id,
  config: { items: '[1]' },
  ...more,
});
const nested = Array.from({ length: 12 }, (_, index) =>
  loop(`n${index}`, index === 0 ? {} : { parentId: `n${index - 1}` }),
);

/** A document for each code that a check can find, as a person may come to make it. */
export const EVERY_PROBLEM: readonly ProblemCase[] = [
  { code: 'SCHEMA_VERSION_UNKNOWN', document: { ...workflow([START]), schemaVersion: 999 } },
  { code: 'CONTAINER_UNKNOWN', document: workflow([START, api('a', {}, { parentId: 's' })]) },
  {
    code: 'CONTAINER_UNKNOWN',
    document: { ...workflow([START]), loops: { l: { id: 'l', nodes: ['s'] } } },
  },
  {
    code: 'CONTAINER_MAP',
    document: {
      ...workflow([START, loop('l'), api('a', {}, { parentId: 'l' })], ['s>l']),
      loops: { l: { id: 'l', nodes: [] } },
    },
  },
  { code: 'CONTAINER_TOO_DEEP', document: workflow([START, ...nested], ['s>n0']) },
  {
    code: 'CONTAINER_CYCLE',
    document: workflow([START, loop('l', { parentId: 'm' }), loop('m', { parentId: 'l' })]),
  },
  { code: 'CONTAINER_START', document: workflow([{ ...START, parentId: 'l' }, loop('l')]) },
  {
    code: 'BLOCK_ID_MISMATCH',
    document: { ...workflow([START]), blocks: { other: workflow([START]).blocks.s! } },
  },
  { code: 'BLOCK_TYPE_UNKNOWN', document: workflow([START, { id: 'x', type: 'nope' }], ['s>x']) },
  { code: 'BLOCK_LIMIT', document: workflow([START, { ...START, id: 't', name: 'second' }]) },
  {
    code: 'NAME_DUPLICATE',
    document: workflow([START, api('a'), api('b', {}, { name: 'A' })], ['s>a', 'a>b']),
  },
  { code: 'NAME_RESERVED', document: workflow([START, api('a', {}, { name: 'Loop' })], ['s>a']) },
  { code: 'EDGE_DUPLICATE', document: workflow([START, api('a')], ['s>a', 's>a']) },
  { code: 'EDGE_END_UNKNOWN', document: workflow([START], ['s>gone']) },
  { code: 'EDGE_OF_NOTE', document: workflow([START, { id: 'n', type: 'note' }], ['s>n']) },
  {
    code: 'EDGE_CROSSES_CONTAINER',
    document: workflow([START, loop('l'), api('a', {}, { parentId: 'l' })], ['s>l', 's>a']),
  },
  { code: 'EDGE_HANDLE_UNKNOWN', document: workflow([START, api('a')], ['s>a', 's:error>a']) },
  { code: 'EDGE_INTO_START', document: workflow([START, api('a')], ['s>a', 'a>s']) },
  { code: 'CYCLE', document: workflow([START, api('a'), api('b')], ['s>a', 'a>b', 'b>a']) },
  { code: 'START_MISSING', document: workflow([api('a')]) },
  { code: 'UNREACHABLE', document: workflow([START, api('a')]) },
  {
    code: 'TRIGGER_LEADS_NOWHERE',
    document: workflow([START, { id: 'h', type: 'webhook-trigger', name: 'hook' }, api('a')], ['s>a']),
  },
  {
    code: 'START_LEADS_NOWHERE',
    document: workflow([START, { id: 'h', type: 'webhook-trigger', name: 'hook' }, api('a')], ['h>a']),
  },
  { code: 'REF_TO_ITSELF', document: asking('https://h.example/<a.data>') },
  {
    code: 'REF_OUT_OF_SCOPE',
    document: workflow([START, api('a', { url: '<b.data>' }), api('b')], ['s>a', 'a>b']),
  },
  { code: 'REF_OUT_OF_SCOPE', document: asking('<loop.item>') },
  {
    code: 'REF_OUTPUT_UNKNOWN',
    document: workflow([START, api('a'), api('b', { url: '<a.body>' })], ['s>a', 'a>b']),
  },
  { code: 'REF_OUTPUT_UNKNOWN', document: asking('https://h.example/<variable.total>') },
  { code: 'REF_BLOCK_UNKNOWN', document: calling({ params: [{ key: 'q', value: '<gone.x>' }] }) },
  { code: 'REF_NOT_UNDERSTOOD', document: calling({ params: [{ key: 'q', value: '<start.a!b>' }] }) },
  { code: 'REF_NOT_UNDERSTOOD', document: calling({ params: [{ key: 'q', value: '<start.a.b!c>' }] }) },
  {
    code: 'REF_LOOSE',
    document: workflow(
      [START, api('a'), { id: 'r', type: 'response', config: { body: '<a.data.1st>' } }],
      ['s>a', 'a>r'],
    ),
  },
  {
    code: 'VARIABLE_NOT_FOUND',
    document: calling({ headers: [{ key: 'Authorization', value: 'Bearer {{TOKEN}}' }] }),
    known: { variables: [] },
  },
  {
    code: 'CONNECTION_NOT_FOUND',
    document: calling({ auth: { kind: 'connection', connectionId: 'c1' } }),
    known: { connections: [] },
  },
  { code: 'CONFIG_INVALID', document: calling({ method: 'FETCH' }) },
  { code: 'CONFIG_INVALID', document: calling({ headers: 'Accept: text/plain' }) },
  { code: 'CONFIG_INVALID', document: calling({ auth: { kind: 'nope' } }) },
  { code: 'CONFIG_KEY_UNKNOWN', document: calling({ retries: 1 }) },
  {
    code: 'CONFIG_DOUBTFUL',
    document: workflow(
      [START, { id: 'r', type: 'response', config: { headers: [{ key: 'NEL', value: '{}' }] } }],
      ['s>r'],
    ),
  },
  { code: 'FIELD_TOO_LARGE', document: asking(`https://h.example/${'x'.repeat(1_100_000)}`) },
  { code: 'REFERENCES_TOO_MANY', document: asking(`https://h.example/?q=${'<start.v>'.repeat(2_001)}`) },
];
