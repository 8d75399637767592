import { WorkflowDocument } from '../../../core/workflow/schema';

export interface Block {
  type: string;
  config: object;
}

/** A line of blocks, each called by its key. */
function lined(blocks: Record<string, Block>): WorkflowDocument {
  const ids = Object.keys(blocks);
  const position = { x: 0, y: 0 };
  return WorkflowDocument.parse({
    blocks: Object.fromEntries(
      Object.entries(blocks).map(([id, block]) => [id, { id, name: id, position, ...block }]),
    ),
    edges: ids.slice(1).map((target, at) => {
      const source = ids[at]!;
      return { id: `e${at}`, source, sourceHandle: 'out', target };
    }),
  });
}

const raw = (value: string) => ({ kind: 'raw', value });
const answering = (body: string): Block => ({ type: 'response', config: { body } });
const ASK: Block = {
  type: 'wait',
  config: { kind: 'callback', expiresAfter: '1', expiresUnit: 'hours' },
};

/** Two secrets on their way through a workflow that calls another one. */
export interface HandedOn {
  /** The way in which a value gets from the first request to the call. */
  carrier: keyof typeof CARRIERS;
  /** The one of the two workflows that waits for an answer on the way. */
  waits: 'caller' | 'called' | null;
  a: string;
  b: string;
}

export const CARRIERS = {
  reference: { blocks: {}, value: '<first.data.text>' },
  code: {
    blocks: { code: { type: 'function', config: { code: 'return { text: <first.data.text> };' } } },
    value: '<code.result.text>',
  },
  variable: {
    blocks: {
      kept: {
        type: 'variables',
        config: { variables: [{ name: 'kept', value: '<first.data.text>', type: 'string' }] },
      },
    },
    value: '<variable.kept>',
  },
} satisfies Record<string, { blocks: Record<string, Block>; value: string }>;

/** Returns what the blocks of both workflows should hand on and send. */
export const expectedOf = ({ a, b }: Pick<HandedOn, 'a' | 'b'>) => {
  const first = `in ${a} since May`;
  const told = `prose ${b}; ${first}`;
  const url = `/called?key=${encodeURIComponent(b)}`;
  const call = { told, url, base64: Buffer.from(told).toString('base64'), given: first, b };
  return { first, call, last: { from: told, n: `${a}!` } };
};

/** Names of the variables that hold the two secrets, and the origin of a server that echoes requests. */
export interface Surroundings {
  a: string;
  b: string;
  origin: string;
}

type Route = Pick<HandedOn, 'carrier' | 'waits'>;

const pause = ({ waits }: Route, who: HandedOn['waits']): Record<string, Block> =>
  waits === who ? { ask: ASK } : {};
// The answer that is waited for repeats the value.
const given = ({ waits }: Route, who: HandedOn['waits'], value: string) =>
  waits === who ? '<ask.data.again>' : value;

export const calledWorkflow = (route: Route, { a, b, origin }: Surroundings): WorkflowDocument =>
  lined({
    start: { type: 'start', config: {} },
    ...pause(route, 'called'),
    told: {
      type: 'api',
      config: {
        url: `${origin}/called`,
        method: 'POST',
        params: [{ key: 'key', value: `{{${b}}}`, enabled: true }],
        auth: { kind: 'basic', username: 'me', password: `{{${a}}}` },
        body: raw(`prose {{${b}}}; ${given(route, 'called', '<start.v>')}`),
      },
    },
    r: answering(
      '{"told": <told.data.text>, "url": <told.data.url>, "base64": <told.data.base64>, ' +
        `"given": <start.v>, "b": "{{${b}}}"}`,
    ),
  });

export function callingWorkflow(
  route: Route,
  { a, origin }: Surroundings,
  { begins, calledId }: { begins: Record<string, Block>; calledId: string },
): WorkflowDocument {
  const sending = (at: string, body: object): Block => ({
    type: 'api',
    config: { url: `${origin}/${at}`, method: 'POST', body },
  });
  const { blocks, value } = CARRIERS[route.carrier];
  return lined({
    ...begins,
    first: sending('first', raw(`in {{${a}}} since May`)),
    ...blocks,
    ...pause(route, 'caller'),
    call: {
      type: 'workflow',
      config: {
        workflowId: calledId,
        input: [{ name: 'v', value: given(route, 'caller', value), type: 'string' }],
      },
    },
    last: sending('last', { kind: 'json', value: `{"from": <call.data.told>, "n": "{{${a}}}!"}` }),
    r: answering('{"first": <first.data.text>, "call": <call.data>, "last": <last.data.text>}'),
  });
}
