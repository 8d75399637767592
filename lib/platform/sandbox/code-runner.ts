import { metrics } from '../metrics/metrics';
import { processSingleton } from '../process-singleton';
import type { CodeRunner } from './contract';
import { createSandbox } from './sandbox';

/** This process's sandbox for authors' code; its threads start with the first call. */
export const codeRunner = (): CodeRunner =>
  processSingleton('code-sandbox', () => {
    const sandbox = createSandbox();
    metrics().watchSandbox(sandbox.waiting);
    return sandbox;
  });
