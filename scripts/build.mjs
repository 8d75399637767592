import { runCommand } from './lib/lifetime.mjs';
import { prepare } from './lib/prepare.mjs';
import { say } from './lib/progress.mjs';
import { requireSupportedNode } from './lib/project.mjs';

/** The first step of a start alone, for images: needs no settings, no data folder and no database. */
runCommand(async (lifetime) => {
  requireSupportedNode();
  await prepare(lifetime, { pages: true });
  say('Millrace is built: a start of this folder has nothing to build.');
});
