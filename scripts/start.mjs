import { parseArgs } from 'node:util';
import { checkStart } from './lib/check-start.mjs';
import { runCommand } from './lib/lifetime.mjs';
import { OperatorError } from './lib/operator-error.mjs';
import { bundleOf } from './lib/prepare.mjs';
import { writeToLog } from './lib/progress.mjs';
import { serveApp } from './lib/serve-app.mjs';

writeToLog();
runCommand((lifetime) =>
  onlyChecks()
    ? checkStart(lifetime)
    : serveApp(lifetime, {
        mode: 'production',
        parts: { pages: true },
        args: ['--enable-source-maps', bundleOf('server')],
      }),
);

/** `npm start -- --check`. */
function onlyChecks() {
  try {
    return parseArgs({ options: { check: { type: 'boolean', default: false } } }).values.check;
  } catch (error) {
    throw new OperatorError(`${error.message}: "npm start" takes only --check.`);
  }
}
