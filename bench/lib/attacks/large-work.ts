import type { KeyHolder, WrittenDocument } from '../../../e2e/fixtures/api';
import type { Lifetime } from '../../../e2e/fixtures/app-process';
import { watchMemory } from '../watch-memory';
import type { Attack, Finding } from './attack';
import { besideRuns } from './beside-runs';
import { json, makeHook, post } from './bodies';
import type { Target } from './target';

const MB = 1024 * 1024;
/** How long each attacker goes on. */
const ATTACK_MS = 20_000;
/** All processes together, beside what the server has before. */
const MAX_ALL_MB = 1_024;

/** What one attacker does once, with an account of its own. @returns each answer in words */
type Assault = (holder: KeyHolder, target: Target) => Promise<string[]>;

interface Answer {
  data?: { id: string };
  status?: string;
  error?: { code: string } | string | null;
  code?: string;
}

/** Saves a document and, if it is taken, runs it so many times at once. */
function saveAndRun(document: WrittenDocument, value: unknown, times: number): Assault {
  return async ({ call, workspaceId }) => {
    const written = { workspaceId, name: 'large', document };
    const saved = await call<Answer>('POST', '/api/v1/workflows', written);
    const id = saved.body.data?.id;
    if (id === undefined) return [`${saved.status} ${saved.body.code} at saving`];
    const run = async (): Promise<string> => {
      const { status, body } = await call<Answer>('POST', `/api/v1/workflows/${id}/executions`, {
        input: { v: value },
      });
      const code = typeof body.error === 'object' ? body.error?.code : body.code;
      return [status, body.status, code].filter((part) => part !== undefined).join(' ');
    };
    return Promise.all(Array.from({ length: times }, run));
  };
}

const position = { x: 0, y: 0 };

function withBlock(type: string, config: Record<string, unknown>): WrittenDocument {
  return {
    blocks: {
      s: {
        ...{ id: 's', type: 'start', name: 's', position },
        config: { fields: [{ name: 'v', type: 'any' }] },
      },
      b: { id: 'b', type, name: 'b', position, config },
    },
    edges: [{ id: 'e', source: 's', target: 'b' }],
  };
}

/** Just under what may be saved, and what an earlier server took. */
const REFERENCES = 1_990;
const MANY = '<s.v>'.repeat(80_000);
const LARGE_INPUT = 'x'.repeat(90_000);

const largeResponse = saveAndRun(
  withBlock('response', { body: `[${'"<s.v>",'.repeat(REFERENCES)}0]` }),
  LARGE_INPUT,
  4,
);
const hugeResponse = saveAndRun(
  withBlock('response', { body: `[${'"<s.v>",'.repeat(5_000)}0]` }),
  LARGE_INPUT,
  1,
);
const longUrl = saveAndRun(
  withBlock('api', { url: `http://127.0.0.1:9/${'<s.v>/'.repeat(REFERENCES)}` }),
  'abc',
  4,
);
const endlessUrl = saveAndRun(withBlock('api', { url: `http://127.0.0.1:9/${MANY}` }), 'abc', 1);
const largeDocument = saveAndRun(
  {
    ...withBlock('response', { body: 'done' }),
    blocks: Object.fromEntries(
      Array.from({ length: 80 }, (_, index) => [
        `b${index}`,
        {
          ...{ id: `b${index}`, type: 'response', name: `b${index}`, position },
          config: { body: '<s.v>'.repeat(10_000) },
        },
      ]),
    ),
    edges: [],
  },
  'abc',
  1,
);
/** A text of 10 KB that becomes 18 MB. */
const growingText = saveAndRun(
  withBlock('response', { body: '<s.v>'.repeat(REFERENCES) }),
  LARGE_INPUT.slice(0, 9_000),
  4,
);

const largeBodies: Assault = async (holder, { port }) => {
  const path = await makeHook(holder);
  const sent = json(9.9 * MB);
  return Promise.all(Array.from({ length: 25 }, () => post(port, path, { bytes: 10 * MB, sent })));
};

/** An attack by these at once, each again and again with an account of its own. */
function attack(name: string, assaults: readonly Assault[]): Attack {
  return {
    name,
    run: async (target: Target, lifetime: Lifetime): Promise<Finding> => {
      const memory = watchMemory(lifetime, target.process.pid());
      const attackers = await Promise.all(assaults.map((_, index) => target.makeAccount(`attacker${index}`)));
      const until = Date.now() + ATTACK_MS;
      const working = Promise.all(
        assaults.map(async (assault, index) => {
          const answers: string[] = [];
          while (Date.now() < until) answers.push(...(await assault(attackers[index]!, target)));
          return answers;
        }),
      );
      const wrong = await besideRuns(target, working);
      console.log(`    at most ${memory.allMb()} MB in all processes of the product`);
      if (memory.allMb() > MAX_ALL_MB) wrong.push(`${memory.allMb()} MB of memory in all`);
      return { answers: (await working).flat(), wrong };
    },
  };
}

/** Documents, inputs and bodies that take as much as anybody is allowed to, or more. */
export const LARGE_WORK: readonly Attack[] = [
  attack('a response of 450 MB', [hugeResponse]),
  attack('a response of 180 MB, four at once', [largeResponse]),
  attack('a URL of 80,000 references', [endlessUrl]),
  attack('a URL of 1,990 references, four at once', [longUrl]),
  attack('a document of 4 MB of references', [largeDocument]),
  attack('a small text that becomes large', [growingText]),
  attack('four attackers at once', [largeResponse, longUrl, largeDocument, largeBodies]),
];
