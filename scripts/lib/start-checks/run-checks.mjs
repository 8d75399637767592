import { cannotUse, withClient } from '../database.mjs';
import { OperatorError } from '../operator-error.mjs';
import { say } from '../progress.mjs';
import { checkClock } from './clock.mjs';
import { checkConnections } from './connections.mjs';
import { checkContents } from './contents.mjs';
import { checkEncoding } from './encoding.mjs';
import { checkEncryptionKey } from './encryption-key.mjs';
import { checkRoleRights } from './role-rights.mjs';
import { checkSearchPath } from './search-path.mjs';
import { checkTls } from './tls.mjs';
import { checkWritable } from './writable.mjs';

/** Checks of what the server is and who may do what. @type {Array<[string, import('./finding.mjs').Check]>} */
const OF_SERVER = [
  ['writable', checkWritable],
  ['encoding', checkEncoding],
  ['search path', checkSearchPath],
  ['rights of the role', checkRoleRights],
  ['connections', checkConnections],
  ['TLS', checkTls],
  ['clock', checkClock],
];

/** Checks of what the database holds, which need those rights. @type {Array<[string, import('./finding.mjs').Check]>} */
const OF_CONTENTS = [
  ['contents', checkContents],
  ['ENCRYPTION_KEY', checkEncryptionKey],
];

/**
 * Runs the checks of a database that can be reached; nothing is written. Those of its contents are left out when
 * those of the server have found a fault.
 * @param {Omit<import('./finding.mjs').Subject, 'client'>} subject
 * @param {Array<Array<[string, import('./finding.mjs').Check]>>} [groups] all by default
 * @returns {Promise<Array<{name: string, finding: import('./finding.mjs').Finding}>>}
 */
export function runChecks(subject, groups = [OF_SERVER, OF_CONTENTS]) {
  return withClient(subject.url, async (client) => {
    const results = [];
    for (const checks of groups) {
      if (results.some(({ finding }) => isFault(finding))) break;
      for (const [name, check] of checks)
        results.push({ name, finding: await check({ ...subject, client }) });
    }
    return results;
  });
}

/**
 * Refuses a database with faults before anything is written. Warnings are said if `warns`: not by commands, which
 * run often.
 * @param {Omit<import('./finding.mjs').Subject, 'client'> & {warns?: boolean}} subject
 * @throws OperatorError with a line for each fault
 */
export async function requireSound({ warns = false, ...subject }) {
  const findings = (await runChecks(subject)).map(({ finding }) => finding);
  for (const finding of findings)
    if (warns && finding && !isFault(finding)) say(lineOf(subject.url, finding));
  refuseFaults(subject.url, findings);
}

/**
 * Refuses a database of a newer version, of something else or under another key; a standby, and a role that only
 * reads, are enough for what only reads.
 * @param {Omit<import('./finding.mjs').Subject, 'client'>} subject
 * @throws OperatorError with a line for each fault
 */
export async function requireOwnContents(subject) {
  const results = await runChecks(subject, [OF_CONTENTS]);
  refuseFaults(
    subject.url,
    results.map(({ finding }) => finding),
  );
}

function refuseFaults(url, findings) {
  const faults = findings.filter(isFault);
  if (faults.length > 0) throw new OperatorError(faults.map((fault) => lineOf(url, fault)).join('\n'));
}

/**
 * Returns a finding as one sentence that names the database.
 * @param {string} url
 * @param {NonNullable<import('./finding.mjs').Finding>} finding
 */
export function lineOf(url, finding) {
  if ('warning' in finding) return `Warning: about the database: ${finding.warning}.`;
  // Some are whole sentences, because other commands say them too.
  return finding.fault.endsWith('.') ? finding.fault : cannotUse(url, finding.fault).message;
}

/** @param {import('./finding.mjs').Finding} finding @returns {finding is {fault: string}} */
export const isFault = (finding) => finding !== null && 'fault' in finding;
