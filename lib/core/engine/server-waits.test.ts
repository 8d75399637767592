import { expect, test, vi } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import type { OutboundResult } from '../../platform/outbound-http/contract';
import type { ServerWaitEnd } from '../blocks/outside-work';
import { WorkflowDocument } from '../workflow/schema';
import { compileWorkflow } from './compile-workflow';
import type { OutsideServers, OutsideServerWait, RunPorts } from './ports';
import { type Line, run, workflow } from './testing/probe-workflow';

/** A limit for hanging tests: a busy machine may take longer than Vitest's default second. */
const SOON = { timeout: patient(20_000) };
const LONG_AGO = Date.UTC(2025, 0, 1);
const SERVER = 'https://api.example.com';

const refused: OutboundResult = {
  response: null,
  error: {
    code: 'CONNECTION_REFUSED',
    message: 'It refused.',
    phase: 'connect',
    retryable: true,
    retryAfterMs: null,
  },
  attempts: [{ status: null, code: 'CONNECTION_REFUSED', startedAt: '', durationMs: 1, waitMs: 0 }],
};

/** A server that refuses all requests, and waits that end when the test says so. */
function outside() {
  const asked: OutsideServerWait[] = [];
  const keys: Array<string | undefined> = [];
  const still = vi.fn();
  let finish: (end: ServerWaitEnd) => void = () => undefined;
  const servers: OutsideServers = {
    isAway: () => false,
    answered: () => undefined,
    wait: async (wait) => {
      asked.push(wait);
      const ended = new Promise<ServerWaitEnd>((resolve) => {
        finish = resolve;
      });
      return { startedMs: LONG_AGO, ended };
    },
  };
  const ports: Partial<RunPorts> = {
    servers,
    http: {
      request: async (_, options) => {
        keys.push(options?.idempotencyKey);
        return refused;
      },
      close: async () => undefined,
    },
    keepNote: async () => undefined,
    giveWay: () => new Promise((resolve) => setImmediate(resolve)),
    standsStill: still,
  };
  return { ports, asked, keys, still, end: (end: ServerWaitEnd) => finish(end) };
}

const calling = (config: object): WorkflowDocument => {
  const extra = { type: 'api', config: { url: `${SERVER}/a`, ...config } };
  const line: Line = ['call', undefined, undefined, extra];
  return workflow([line], ['start>call']);
};
const waiting = (document: WorkflowDocument): WorkflowDocument =>
  WorkflowDocument.parse({ ...document, settings: { waitForServers: true } });

test('a run stands still while a block waits for its server, and sends again with the same key', async () => {
  const scene = outside();
  const document = calling({ method: 'POST', waitForServer: 'always', rate: { max: 60, per: 'minute' } });
  const running = run(document, { ports: scene.ports });
  await vi.waitFor(() => expect(scene.still).toHaveBeenCalled(), SOON);
  expect(scene.asked).toMatchObject([
    { origin: SERVER, perSecond: 1, step: 'call', failure: { code: 'CONNECTION_REFUSED', status: null } },
  ]);
  scene.end({ how: 'due' });
  const { traceSpans, status } = await running;
  expect(status).toBe('error');
  expect(scene.keys).toEqual(['x1.call.0', 'x1.call.0']);
  // It began when its first wait did, in whichever try of the run.
  const span = traceSpans.find(({ blockId }) => blockId === 'call');
  expect(span?.startTime).toBe(new Date(LONG_AGO).toISOString());
  expect(span?.waited?.startTime).toBe(span?.startTime);
});

test('a block follows the settings of its workflow unless it says otherwise', async () => {
  const asks = async (document: WorkflowDocument): Promise<boolean> => {
    const scene = outside();
    const running = run(document, { ports: scene.ports });
    await Promise.race([running, vi.waitFor(() => expect(scene.still).toHaveBeenCalled(), SOON)]);
    scene.end({ how: 'ended' });
    await running;
    return scene.asked.length > 0;
  };
  expect(await asks(calling({}))).toBe(false);
  expect(await asks(waiting(calling({})))).toBe(true);
  expect(await asks(waiting(calling({ waitForServer: 'never' })))).toBe(false);
});

test('only a workflow with a block that may wait is one whose runs may be parked', () => {
  const mayWait = (document: WorkflowDocument) => compileWorkflow(document).mayWait;
  expect(mayWait(calling({}))).toBe(false);
  expect(mayWait(calling({ waitForServer: 'always' }))).toBe(true);
  expect(mayWait(waiting(calling({})))).toBe(true);
  expect(mayWait(waiting(calling({ waitForServer: 'never' })))).toBe(false);
});
