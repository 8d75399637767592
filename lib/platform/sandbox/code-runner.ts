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

const sandbox = (): Sandbox =>
  processSingleton('code-sandbox', () => {
    const made = createSandbox({ drawSeed: (seed) => macOf('code', seed) });
    metrics().watchSandbox(made.waiting);
    return made;
  });
