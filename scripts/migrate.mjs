import { runCommand } from './lib/lifetime.mjs';
import { say } from './lib/progress.mjs';
import { openApp } from './lib/serve-app.mjs';

/** The second step of a start alone: checks the database and brings it up to date. */
runCommand(async (lifetime) => {
  await openApp(lifetime, { migrates: true });
  say('The database is up to date.');
});
