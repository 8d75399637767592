import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperatorError } from './operator-error.mjs';
import { readSecretFiles } from './secret-files.mjs';

/** The folder of this clone; every tool runs there, regardless of the current folder. */
export const PROJECT_ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

const OLDEST_NODE = { major: 20, minor: 19 };

/** Returns the absolute path of a file inside the clone. */
export function inProject(...parts) {
  return path.join(PROJECT_ROOT, ...parts);
}

/** Refuses a Node version that the dependencies do not support. */
export function requireSupportedNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST_NODE.major || (major === OLDEST_NODE.major && minor >= OLDEST_NODE.minor)) return;
  throw new OperatorError(
    `Millrace needs Node ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or newer and this is ${version}: ` +
      'install a newer Node and start again.',
  );
}

/**
 * Reads `.env`, if there is one, and the secrets that are given as files; existing variables take precedence over
 * those of `.env`.
 */
export function loadEnvFile() {
  const file = inProject('.env');
  if (fs.existsSync(file)) process.loadEnvFile(file);
  readSecretFiles(process.env);
}

/** Returns a setting from the environment; an empty one counts as absent. */
export function setting(name) {
  return process.env[name]?.trim() || undefined;
}

/** Returns the folder of all persistent data, existing or not: `DATA_DIR`, else `.data` in the clone. */
export function dataFolderPath() {
  return path.resolve(setting('DATA_DIR') ?? inProject('.data'));
}

/** Returns the environment of every spawned tool: no telemetry. */
export function toolEnvironment(extra = {}) {
  return {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: '1',
    ...extra,
  };
}
