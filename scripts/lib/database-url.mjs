import { OperatorError } from './operator-error.mjs';

const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];
const NO_TLS = /does not support SSL/i;

/**
 * Returns the URL with which every part of the product connects, so that its `sslmode` has the meaning of
 * PostgreSQL's own clients: the driver itself takes "require" for "verify-full". If the server has no TLS,
 * "prefer" and "allow" become "disable": `connects(url)` is called once.
 * @param {string} url
 * @param {(url: string) => Promise<void>} connects rejects as the driver does
 * @returns {Promise<string>}
 */
export async function settleSslMode(url, connects) {
  const address = new URL(url);
  const mode = address.searchParams.get('sslmode');
  if (mode === null || address.searchParams.has('uselibpqcompat')) return url;
  if (!MODES.includes(mode))
    throw new OperatorError(`DATABASE_URL has sslmode=${mode}: choose one of ${MODES.join(', ')}.`);
  if (address.searchParams.get('sslrootcert') === 'system') address.searchParams.delete('sslrootcert');
  if (mode === 'verify-ca' && !address.searchParams.has('sslrootcert'))
    throw new OperatorError(
      'DATABASE_URL has sslmode=verify-ca without sslrootcert: add &sslrootcert=/path/of/the/ca.pem, ' +
        'or use verify-full.',
    );
  address.searchParams.set('uselibpqcompat', 'true');
  if (mode !== 'prefer' && mode !== 'allow') return address.href;
  address.searchParams.set('sslmode', 'require');
  try {
    await connects(address.href);
  } catch (error) {
    if (NO_TLS.test(error.message)) address.searchParams.set('sslmode', 'disable');
  }
  return address.href;
}
