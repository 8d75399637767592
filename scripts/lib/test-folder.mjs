import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A temporary folder that ends with `lifetime`; open to all, since the database server may run as another account. */
export function makeTestFolder(lifetime) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-test-'));
  fs.chmodSync(folder, 0o755);
  lifetime.onEnd(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}
