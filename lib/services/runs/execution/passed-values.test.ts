import { afterAll, expect, test } from 'vitest';
import { executors } from '../../../core/blocks/registry/executors';
import { compileWorkflow } from '../../../core/engine/compile-workflow';
import type { RunOutcome, RunPorts } from '../../../core/engine/ports';
import { runWorkflow } from '../../../core/engine/run-workflow';
import { shownOf } from '../../../core/engine/testing/shown-of';
import { parseAllowList } from '../../../platform/addresses/allow-list';
import { newId } from '../../../platform/ids';
import { createOutboundClient } from '../../../platform/outbound-http/client';
import { createSandbox } from '../../../platform/sandbox/sandbox';
import { type EchoServer, startEchoServer } from '../testing/echo-server';
import {
  CARRIERS,
  calledWorkflow,
  callingWorkflow,
  expectedOf,
  type HandedOn,
} from '../testing/handing-on-workflows';
import { formsOf, randomNumbers, randomSecret } from '../testing/random-secret';

/** `THOROUGH=10 SEED=7` tries ten times as many, others than by default. */
const WORKFLOWS = 100 * Number(process.env.THOROUGH ?? 1);
const SEED = Number(process.env.SEED ?? 1);

const http = createOutboundClient({ allow: parseAllowList('127.0.0.1') });
const code = createSandbox();
afterAll(() => Promise.all([http.close(), code.close()]));

const BEGINS = { start: { type: 'start', config: {} } };

/** Both runs of a workflow that calls another one. */
async function runBoth({ a, b, ...route }: HandedOn, echo: EchoServer): Promise<RunOutcome[]> {
  const names = { a: 'A', b: 'B', origin: echo.origin };
  const ports: RunPorts = {
    executors,
    http,
    code,
    now: Date.now,
    variables: new Map([
      ['A', a],
      ['B', b],
    ]),
    signal: new AbortController().signal,
  };
  const outcomes: RunOutcome[] = [];
  const callWorkflow: RunPorts['callWorkflow'] = async ({ input, secrets = [] }) => {
    const request = { executionId: 'called', input: input as Record<string, unknown> };
    const called = compileWorkflow(calledWorkflow(route, names));
    const outcome = await runWorkflow(called, request, { ...ports, callersSecrets: secrets });
    outcomes.push(outcome);
    const { status, output, error, exact } = outcome;
    return { executionId: null, status, output, error, ...(exact && { secrets: exact.secrets }) };
  };
  const caller = callingWorkflow(route, names, { begins: BEGINS, calledId: newId() });
  const request = { executionId: 'caller', input: {} };
  outcomes.push(await runWorkflow(compileWorkflow(caller), request, { ...ports, callWorkflow }));
  return outcomes;
}

test(
  'what workflows hand on is exact, and their logs show no secret in any form',
  async () => {
    const echo = await startEchoServer();
    const random = randomNumbers(SEED);
    const carriers = Object.keys(CARRIERS) as Array<HandedOn['carrier']>;
    for (let number = 0; number < WORKFLOWS; number += 1) {
      const [a, b] = [randomSecret(random), randomSecret(random)];
      const tried = { carrier: carriers[random(carriers.length)]!, waits: null, a: a.value, b: b.value };
      const outcomes = await runBoth(tried, echo);
      const { last, ...rest } = outcomes.at(-1)!.output as Record<string, unknown>;
      const about = JSON.stringify(tried);
      expect({ ...rest, last: JSON.parse(String(last)) }, about).toEqual(expectedOf(tried));
      const shown = JSON.stringify(outcomes.map(shownOf));
      for (const core of [a.core, b.core])
        for (const form of core === null ? [] : formsOf(core)) expect(shown, about).not.toContain(form);
    }
    await echo.close();
  },
  60_000 + WORKFLOWS * 500,
);
