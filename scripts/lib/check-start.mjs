import { appEnvironment } from './app-environment.mjs';
import { findServer, newSecrets, peekSecrets } from './data-folder.mjs';
import { settleGivenUrl, withClient } from './database.mjs';
import { describeFailure, OperatorError } from './operator-error.mjs';
import { requireFreePort } from './ports.mjs';
import { prepare } from './prepare.mjs';
import { dataFolderPath, loadEnvFile, requireSupportedNode, setting } from './project.mjs';
import { serverAddress } from './server-address.mjs';
import { findBadSettings } from './settings-check.mjs';
import { withPrevious } from './start-checks/known-keys.mjs';
import { isFault, lineOf, runChecks } from './start-checks/run-checks.mjs';
import { settleProcesses, wantedProcesses } from './web-processes.mjs';

const WIDTH = 9;

/**
 * `npm start -- --check`: makes all checks of a start and prints a line for each, without starting anything or
 * writing to the data folder or the database. Resolves to the exit code, 1 if a start would be refused.
 * @param {import('./lifetime.mjs').Lifetime} lifetime
 * @returns {Promise<number>}
 */
export async function checkStart(lifetime) {
  let faults = 0;
  const print = (word, text) => process.stdout.write(`${word.padEnd(WIDTH)}${text}\n`);
  const refuse = (text) => {
    faults += 1;
    for (const line of text.split('\n')) print('fault', line);
  };
  /** Runs one check; false if it found a fault. */
  const check = async (name, work) => {
    try {
      print('ok', [name, await work()].filter(Boolean).join(': '));
      return true;
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      refuse(describeFailure(error));
      return false;
    }
  };

  requireSupportedNode();
  loadEnvFile();
  const dataFolder = dataFolderPath();
  const server = findServer(dataFolder);
  const { port, host } = serverAddress();
  await check('port', async () => {
    if (server) return `Millrace runs in this folder at ${server.url}`;
    await requireFreePort(port, host);
    return `${port} is free`;
  });
  await prepare(lifetime, { bundles: true });
  const secrets = peekSecrets(dataFolder);
  const databaseUrl = setting('DATABASE_URL') ?? 'postgresql://127.0.0.1/embedded';
  const environment = appEnvironment({
    databaseUrl,
    dataFolder,
    secrets: { ...newSecrets(), ...withoutAbsent(secrets) },
    port,
    host,
    mode: 'production',
  });
  const problems = await findBadSettings(environment);
  if (problems.length === 0) print('ok', 'settings');
  for (const problem of problems) refuse(problem);
  if (!setting('DATABASE_URL')) {
    print('ok', `database: the embedded one in ${dataFolder}, which a start makes or starts`);
    return faults > 0 ? 1 : 0;
  }
  let url = '';
  const isReached = await check('database', async () => {
    url = await settleGivenUrl(databaseUrl);
    return 'it can be reached';
  });
  if (isReached) {
    await check('processes', () =>
      withClient(url, (client) => settleProcesses(wantedProcesses(), client)).then(String),
    );
    for (const { name, finding } of await runChecks({ url, secrets: withPrevious(secrets), processes: 1 })) {
      if (finding === null) print('ok', name);
      else if (isFault(finding)) refuse(lineOf(url, finding));
      else print('warning', finding.warning);
    }
  }
  return faults > 0 ? 1 : 0;
}

const withoutAbsent = (secrets) => Object.fromEntries(Object.entries(secrets).filter(([, secret]) => secret));
