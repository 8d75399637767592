import type { KeyHolder, WrittenDocument } from '../../../e2e/fixtures/api';
import { type Attack, type Finding, whatMissed } from './attack';
import { json, makeHook, post } from './bodies';
import type { Target } from './target';

const MB = 1024 * 1024;
/** Milliseconds for which each attacker continues. */
const ATTACK_MS = 20_000;

/** The repeated action of an attacker, with its own account. */
interface Assault {
  once(holder: KeyHolder, target: Target): Promise<string[]>;
  /** The responses that prove that it attacks: see `whatMissed`. */
  meets: RegExp;
}

interface Answer {
  data?: { id: string };
  status?: string;
  error?: { code: string } | null;
  code?: string;
  /** The errors of a refused body. */
  errors?: Array<{ code: string }>;
}

/** Saves a document and, if it is accepted, runs it `times` times in parallel. */
function saveAndRun(document: WrittenDocument, value: unknown, times: number, meets: RegExp): Assault {
  const once: Assault['once'] = async ({ call, workspaceId }) => {
    const written = { workspaceId, name: 'large', document };
    const saved = await call<Answer>('POST', '/api/v1/workflows', written);
    const id = saved.body.data?.id;
    if (id === undefined) {
      const { code, errors = [] } = saved.body;
      return [`${saved.status} ${errors[0]?.code ?? code} at saving`];
    }
    const run = async (): Promise<string> => {
      const { status, body } = await call<Answer>('POST', `/api/v1/workflows/${id}/executions`, {
        input: { v: value },
      });
      const code = body.error?.code ?? body.code;
      return [status, body.status, code].filter((part) => part !== undefined).join(' ');
    };
    return Promise.all(Array.from({ length: times }, run));
  };
  return { once, meets };
}

const position = { x: 0, y: 0 };

type Block = WrittenDocument['blocks'][string];

/** Returns Start with these blocks after it, side by side. */
function behindStart(blocks: readonly Block[]): WrittenDocument {
  const config = { fields: [{ name: 'v', type: 'string' }] };
  const start = { id: 's', type: 'start', name: 's', position, config };
  return {
    blocks: Object.fromEntries([start, ...blocks].map((block) => [block.id, block])),
    edges: blocks.map(({ id }) => ({ id: `to-${id}`, source: 's', target: id! })),
  };
}

const withBlock = (type: string, config: Record<string, unknown>): WrittenDocument =>
  behindStart([{ id: 'b', type, name: 'b', position, config }]);

/** Returns Response blocks with this text. */
const responses = (count: number, body: string): WrittenDocument =>
  behindStart(
    Array.from({ length: count }, (_, index) => {
      const id = `b${index}`;
      return { id, type: 'response', name: id, position, config: { body } };
    }),
  );

/** Just under the limit of a field, and accepted by an earlier server. */
const REFERENCES = 1_990;
const MANY = '<s.v>'.repeat(80_000);
const LARGE_INPUT = 'x'.repeat(90_000);
/** The budgets under attack. */
const TOO_MANY = /^400 REFERENCES_TOO_MANY at saving$/;
const TOO_LARGE = /^200 error REF_TOO_LARGE$/;

const largeResponse = saveAndRun(
  withBlock('response', { body: `[${'"<s.v>",'.repeat(REFERENCES)}0]` }),
  LARGE_INPUT,
  4,
  TOO_LARGE,
);
const hugeResponse = saveAndRun(
  withBlock('response', { body: `[${'"<s.v>",'.repeat(5_000)}0]` }),
  LARGE_INPUT,
  1,
  TOO_MANY,
);
const longUrl = saveAndRun(
  withBlock('api', { url: `http://127.0.0.1:9/${'<s.v>/'.repeat(REFERENCES)}` }),
  'abc',
  4,
  /^200 error CONNECTION_REFUSED$/,
);
const endlessUrl = saveAndRun(withBlock('api', { url: `http://127.0.0.1:9/${MANY}` }), 'abc', 1, TOO_MANY);
const manyReferences = saveAndRun(responses(80, '<s.v>'.repeat(10_000)), 'abc', 1, TOO_MANY);
/** 7 MB with 19,900 references. */
const largeDocument = saveAndRun(
  responses(10, `${'<s.v>'.repeat(REFERENCES)}${'x'.repeat(0.7 * MB)}`),
  'abc',
  1,
  /^200 success$/,
);
/** A text of 10 KB that grows to 18 MB. */
const growingText = saveAndRun(
  withBlock('response', { body: '<s.v>'.repeat(REFERENCES) }),
  LARGE_INPUT.slice(0, 9_000),
  4,
  TOO_LARGE,
);

const largeBodies: Assault = {
  once: async (holder, { port }) => {
    const { path } = await makeHook(holder);
    const sent = json(9.9 * MB);
    return Promise.all(Array.from({ length: 25 }, () => post(port, path, { bytes: 10 * MB, sent })));
  },
  meets: /^(?:408|no answer)$/,
};

/** Runs these assaults in parallel, each repeatedly with its own account. */
function attack(name: string, assaults: readonly Assault[]): Attack {
  return {
    name,
    run: async (target: Target): Promise<Finding> => {
      const attackers = await Promise.all(assaults.map((_, index) => target.makeAccount(`attacker${index}`)));
      const until = Date.now() + ATTACK_MS;
      const done = await Promise.all(
        assaults.map(async (assault, index) => {
          const answers: string[] = [];
          while (Date.now() < until) answers.push(...(await assault.once(attackers[index]!, target)));
          return { answers, missed: whatMissed(answers, assault.meets) };
        }),
      );
      return {
        answers: done.flatMap(({ answers }) => answers),
        wrong: done.flatMap(({ missed }) => missed),
      };
    },
  };
}

/** Documents, inputs and bodies at the largest allowed size, or above it. */
export const LARGE_WORK: readonly Attack[] = [
  attack('a response of 450 MB', [hugeResponse]),
  attack('a response of 180 MB, four at once', [largeResponse]),
  attack('a URL of 80,000 references', [endlessUrl]),
  attack('a URL of 1,990 references, four at once', [longUrl]),
  attack('a document of 4 MB of references', [manyReferences]),
  attack('a document of 7 MB', [largeDocument]),
  attack('a small text that becomes large', [growingText]),
  attack('four attackers at once', [largeResponse, longUrl, largeDocument, largeBodies]),
];
