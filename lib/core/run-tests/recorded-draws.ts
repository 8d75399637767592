import { createHash } from 'node:crypto';
import type { CodeCircumstances, CodeRunner } from '../../platform/sandbox/contract';
import type { KeptRun } from './test-content';

/**
 * Returns what a test's code draws: the numbers of its run, and beyond these such as depend on the place
 * alone.
 */
export const drawsOf =
  ({ draws }: Pick<KeptRun, 'draws'>) =>
  (seed: string): string =>
    (Object.hasOwn(draws, seed) ? draws[seed] : undefined) ??
    createHash('sha256').update(seed).digest('base64url');

/** Returns a runner whose code draws its random numbers from `draw`. */
export function drawingBy(runner: CodeRunner, draw: (seed: string) => string): CodeRunner {
  const withDraw = <Request extends { circumstances?: CodeCircumstances }>(request: Request): Request =>
    request.circumstances ? { ...request, circumstances: { ...request.circumstances, draw } } : request;
  return {
    run: (request) => runner.run(withDraw(request)),
    firstTrue: (request) => runner.firstTrue(withDraw(request)),
  };
}
