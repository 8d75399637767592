import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Creates a temporary folder that is deleted at the end of `lifetime`. */
export function makeTestFolder(lifetime) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-test-'));
  lifetime.onEnd(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}
