import { macOf } from '../encryption/encryption';
import { metrics } from '../metrics/metrics';
import { processSingleton } from '../process-singleton';
import type { CodeRunner } from './contract';
import { createSandbox, type Sandbox } from './sandbox';

/**
 * Returns this process's sandbox for a workspace's code; its threads start with the first call. Workspaces
 * take turns.
 */
export const codeRunner = (workspaceId: string): CodeRunner => sandbox().forOwner(workspaceId);

/** Returns the random bytes that code gets for a seed, while this ENCRYPTION_KEY is used. */
export const drawForCode = (seed: string): string => macOf('code', seed);

const sandbox = (): Sandbox =>
  processSingleton('code-sandbox', () => {
    const made = createSandbox({ drawSeed: drawForCode });
    metrics().watchSandbox(made.waiting);
    return made;
  });
