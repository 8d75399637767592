import { pathToFileURL } from 'node:url';
import { OperatorError } from './operator-error.mjs';
import { bundleOf } from './prepare.mjs';

/**
 * Returns what is wrong with the settings of the product's processes, a sentence each: the same words that the
 * processes themselves would end with, but before anything is written. Call it after the build.
 * @param {NodeJS.ProcessEnv} environment as from `appEnvironment`
 * @returns {Promise<string[]>}
 */
export async function findBadSettings(environment) {
  const { explainSettings } = await import(pathToFileURL(bundleOf('settings')).href);
  return explainSettings(environment);
}

/**
 * @param {NodeJS.ProcessEnv} environment as from `appEnvironment`
 * @throws OperatorError with a line for each bad setting
 */
export async function requireGoodSettings(environment) {
  const problems = await findBadSettings(environment);
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
}
