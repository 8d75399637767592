import { keyHolder } from '../../e2e/fixtures/api';
import type { Lifetime } from '../../e2e/fixtures/app-process';
import { bootstrap, liftLimits } from '../../e2e/fixtures/product';
import { signIn, type Target } from './attacks/target';
import { type Probe, startProbe } from './probe';
import type { ProbeTarget } from './probe-process';

/** The requests of a tenant who works beside an attack: the server's health, the account, a simple run. */
export const NEIGHBOUR = ['health', 'me', 'run'] as const;

/** `everyMs`: how often each request is sent. `others` are sent too. */
export async function watchNeighbour(
  lifetime: Lifetime,
  { origin, env }: Target,
  everyMs: Record<(typeof NEIGHBOUR)[number], number>,
  others: readonly ProbeTarget[] = [],
): Promise<Probe> {
  const account = await bootstrap(env, 'neighbour');
  await liftLimits(env, 'neighbour');
  const id = await keyHolder({ url: origin }, account).createWorkflow('Simple', simpleDocument());
  const cookie = await signIn(origin, 'neighbour@example.com');
  return startProbe(lifetime, [
    { name: 'health', url: `${origin}/api/health`, everyMs: everyMs.health },
    { name: 'me', url: `${origin}/api/me`, everyMs: everyMs.me, headers: { cookie } },
    {
      name: 'run',
      url: `${origin}/api/v1/workflows/${id}/executions`,
      everyMs: everyMs.run,
      headers: { 'x-api-key': account.apiKey },
      body: '{"input":{"v":1}}',
    },
    ...others,
  ]);
}

export const simpleDocument = () => ({
  blocks: {
    s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 }, config: {} },
    r: {
      id: 'r',
      type: 'response',
      name: 'response',
      position: { x: 320, y: 0 },
      config: { body: '<start.v?>' },
    },
  },
  edges: [{ id: 'e', source: 's', target: 'r' }],
});
