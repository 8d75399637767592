import { cpSync } from 'node:fs';
import type { Lifetime } from '../../../e2e/fixtures/app-process';

/**
 * Copies the processes' output before the stage's folder is deleted, if a destination is given. Call it
 * right after the folder is created.
 */
export function keepOutput(lifetime: Lifetime, folder: string, to: string | undefined): void {
  if (to === undefined) return;
  const isOutput = (file: string): boolean => file === folder || file.endsWith('.log');
  lifetime.onEnd(() => cpSync(folder, to, { recursive: true, filter: isOutput }));
}
