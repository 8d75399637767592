import { randomBytes } from 'node:crypto';
import type { WrittenDocument } from '../../../e2e/fixtures/api';
import type { Lifetime } from '../../../e2e/fixtures/app-process';
import { type Attack, type Finding, whatMissed } from './attack';
import { echoesOf, startHostileUpstream } from './hostile-upstream';
import type { Target } from './target';

type Config = Record<string, unknown>;

/** Returns Start, these API blocks one after the other, and the status of the last as the output. */
function workflowOf(configs: readonly Config[]): WrittenDocument {
  const calls = configs.map((config, index) => ({ id: `a${index}`, type: 'api', name: `a${index}`, config }));
  const all = [
    { id: 's', type: 'start', name: 'start', config: { fields: [{ name: 'value', type: 'string' }] } },
    ...calls,
    { id: 'r', type: 'response', name: 'response', config: { body: `<a${configs.length - 1}.status>` } },
  ].map((block, index) => ({ ...block, position: { x: index * 300, y: 0 } }));
  return {
    blocks: Object.fromEntries(all.map((block) => [block.id, block])),
    edges: all.slice(1).map(({ id }, index) => ({ id: `e-${id}`, source: all[index]!.id, target: id })),
  };
}

interface Ran {
  status: number;
  body: { logId?: string; status?: string; error?: { code: string } | null; code?: string };
}

interface Wanted {
  times?: number;
  value?: string;
  /** A success by default. */
  meets?: RegExp;
}

/**
 * Runs a new workflow of these blocks in parallel; every run must have a response: success, or failure in
 * words.
 */
export async function runAtOnce(
  { holder }: Target,
  name: string,
  configs: readonly Config[],
  { times = 1, value = '', meets = /^200 success$/ }: Wanted = {},
): Promise<Finding & { runs: Ran[] }> {
  const id = await holder.createWorkflow(name, workflowOf(configs));
  const run = (): Promise<Ran> =>
    holder.call('POST', `/api/v1/workflows/${id}/executions`, { input: { value } }) as Promise<Ran>;
  const runs = await Promise.all(Array.from({ length: times }, run));
  const answers = runs.map(inWords);
  const unlogged = runs.filter(({ status, body }) => status !== 200 || body.logId === undefined).length;
  const wrong = whatMissed(answers, meets);
  if (unlogged > 0) wrong.push(`${unlogged} runs ended without a log`);
  return { runs, answers, wrong };
}

/** Describes a run as `200 success`, `200 error HEADER_INVALID`, `503 unavailable`. */
const inWords = ({ status, body }: Ran): string =>
  [status, body.status, body.error?.code ?? body.code].filter((part) => part !== undefined).join(' ');

const header = (url: string, value: string): Config => ({ url, headers: [{ key: 'x-value', value }] });

interface Blanks {
  name: string;
  configsFor: (upstream: string) => Config[];
  value?: string;
  meets: RegExp;
}

const blanks = ({ name, configsFor, ...wanted }: Blanks): Attack => ({
  name,
  run: async (target, lifetime) =>
    runAtOnce(target, name, configsFor(await startHostileUpstream(lifetime)), { times: 3, ...wanted }),
});

const HEADER_VALUES: readonly Attack[] = [
  blanks({
    name: '80,000 blanks from a caller',
    configsFor: (at) => [header(`${at}/`, '<start.value>')],
    value: `a${' '.repeat(80_000)}b`,
    meets: /^200 (?:success|error HEADERS?_)/,
  }),
  blanks({
    name: '80,000 blanks in an answer’s body',
    configsFor: (at) => [{ url: `${at}/blanks-in-body` }, header(`${at}/`, '<a0.data.value>')],
    meets: /^200 (?:success|error HEADERS?_)/,
  }),
  blanks({
    name: '80,000 blanks in an answer’s header',
    configsFor: (at) => [{ url: `${at}/blanks-in-header`, retry: { when: 'never', max: 0 } }],
    meets: /^200 error HEADERS_TOO_LARGE$/,
  }),
];

function echoed(name: string, secretLength: number): Attack {
  return {
    name,
    run: async (target, lifetime) => {
      const upstream = await startHostileUpstream(lifetime);
      const secret = randomBytes(secretLength).toString('base64url').slice(0, secretLength);
      const path = `/api/v1/workspaces/${target.holder.workspaceId}/variables/ECHOED`;
      await target.holder.call('PUT', path, { value: secret });
      const body = { kind: 'raw', value: '{{ECHOED}}' };
      const made = await runAtOnce(target, name, [{ url: `${upstream}/echoes`, method: 'POST', body }]);
      const left = `${JSON.stringify(made.runs)}${await logOf(target, made.runs[0]!)}`;
      if (!left.includes('upperHex')) made.wrong.push('the upstream did not echo');
      return { answers: made.answers, wrong: [...made.wrong, ...leaks(secret, left, target.output())] };
    },
  };
}

async function logOf({ holder }: Target, { body }: Ran): Promise<string> {
  if (body.logId === undefined) return '';
  return JSON.stringify((await holder.call('GET', `/api/v1/logs/${body.logId}`)).body);
}

/** Searches for the middle of each form, which is as conclusive as the whole. */
function leaks(secret: string, log: string, output: string): string[] {
  const piece = ([form, text]: [string, string]): [string, string] => [form, text.slice(6, 36)];
  const found = (where: string, text: string): string[] =>
    Object.entries(echoesOf(secret))
      .map(piece)
      .filter(([, part]) => text.includes(part))
      .map(([form]) => `${form} form of the secret in the ${where}`);
  return [...found('log or the answer', log), ...found('server’s output', output)];
}

function objects(times: number): Attack {
  const name = `9.9 MB of {},{}: ${times} at once`;
  return {
    name,
    run: async (target: Target, lifetime: Lifetime) =>
      runAtOnce(target, name, [{ url: `${await startHostileUpstream(lifetime)}/objects` }], {
        times,
        meets: /^200 error RESPONSE_TOO_COMPLEX$/,
      }),
  };
}

export const RUNS: readonly Attack[] = [
  ...HEADER_VALUES,
  echoed('echoes of a secret of 40 characters', 40),
  echoed('echoes of a secret of 30 KB', 30_000),
  objects(1),
  objects(4),
];
