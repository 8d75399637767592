import path from 'node:path';
import { imageFiles } from './lib/image/image-files.mjs';
import { layOut } from './lib/image/lay-out.mjs';
import { runCommand } from './lib/lifetime.mjs';
import { OperatorError } from './lib/operator-error.mjs';
import { prepare } from './lib/prepare.mjs';
import { PROJECT_ROOT, requireSupportedNode } from './lib/project.mjs';

/**
 * `node scripts/image-folder.mjs DIR` builds Millrace and lays out in DIR what runs, and nothing else: the
 * content of the image, without Docker. It runs there with Node alone: `node scripts/start.mjs`.
 */
runCommand(async (lifetime) => {
  const [name, ...more] = process.argv.slice(2);
  if (!name || more.length > 0)
    throw new OperatorError('Name one new folder: node scripts/image-folder.mjs DIR');
  requireSupportedNode();
  await prepare(lifetime, { bundles: true, pages: true });
  const folder = path.resolve(name);
  const { version, files, bytes } = layOut({ root: PROJECT_ROOT, folder, files: imageFiles(PROJECT_ROOT) });
  const megabytes = (bytes / 1_000_000).toFixed(0);
  process.stdout.write(`Millrace ${version} is in ${folder}: ${files} files, ${megabytes} MB.\n`);
});
