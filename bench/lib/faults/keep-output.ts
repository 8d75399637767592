import { cpSync } from 'node:fs';
import type { Lifetime } from '../../../e2e/fixtures/app-process';

/**
 * What the processes printed outlives the stage's folder, if there is somewhere to keep it. Call it right
 * after the folder is made.
 */
export function keepOutput(lifetime: Lifetime, folder: string, to: string | undefined): void {
  if (to === undefined) return;
  const isOutput = (file: string): boolean => file === folder || file.endsWith('.log');
  lifetime.onEnd(() => cpSync(folder, to, { recursive: true, filter: isOutput }));
}
