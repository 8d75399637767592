import fs from 'node:fs';
import { OperatorError } from './operator-error.mjs';

/** Settings that hold a secret: each can be given as the path of a file in NAME_FILE. */
export const SECRETS = [
  'DATABASE_URL',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEY_PREVIOUS',
  'NEXTAUTH_SECRET',
  'GITHUB_CLIENT_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'SMTP_URL',
  'METRICS_TOKEN',
  'MILLRACE_PASSWORD',
  'MILLRACE_API_KEY',
  'HTTP_PROXY',
  'HTTPS_PROXY',
];
const MOST_BYTES = 65_536;

/**
 * Reads the secrets that are given as files, as Docker and Kubernetes mount them, into `environment`. A line break
 * at the end does not count.
 * @param {NodeJS.ProcessEnv} environment
 * @throws OperatorError naming the setting and its file, never what the file holds
 */
export function readSecretFiles(environment) {
  for (const name of SECRETS) {
    const file = environment[`${name}_FILE`]?.trim();
    if (!file) continue;
    if (environment[name]?.trim())
      throw new OperatorError(`${name} and ${name}_FILE are both set: leave one of them out.`);
    environment[name] = readSecret(name, file);
    // Processes that inherit the environment read the same file no second time.
    delete environment[`${name}_FILE`];
  }
}

function readSecret(name, file) {
  const refuse = (reason) => new OperatorError(`${name}_FILE=${file} can't be used, because ${reason}.`);
  let text;
  try {
    if (fs.statSync(file).size > MOST_BYTES) throw refuse('it is too large for a secret');
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const reasons = {
      ENOENT: 'there is no such file',
      EACCES: 'this user may not read it',
      EISDIR: 'it is a folder',
    };
    throw refuse(reasons[error.code] ?? `reading it failed (${error.code ?? error.message})`);
  }
  const secret = text.trim();
  if (secret === '') throw refuse('it is empty');
  if (/[\r\n\0]/.test(secret)) throw refuse('it holds more than one line');
  return secret;
}
