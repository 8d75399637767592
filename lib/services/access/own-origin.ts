import { readUrl } from '@/lib/platform/read-url';
import { env } from '../../platform/env';

/** True for a name or address that only this machine can reach. */
export function isLoopbackHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return bare === 'localhost' || bare === '::1' || /^127(\.\d{1,3}){3}$/.test(bare);
}

/**
 * True if a request was meant for this installation: its `Host`, and its `Origin` if present, are those of
 * NEXTAUTH_URL. Another site whose name was pointed at our address (DNS rebinding) is same-origin to the
 * browser, but can't hide its name here. Loopback names are interchangeable on our own port; a proxy may
 * send its own loopback name as `Host`.
 */
export function isForThisInstallation(header: (name: string) => string | undefined): boolean {
  const { NEXTAUTH_URL, PORT } = env();
  const own = new URL(NEXTAUTH_URL);
  const isOwn = ({ host, hostname, port, protocol }: URL): boolean =>
    host === own.host || (isLoopbackHost(hostname) && Number(port || defaultPort(protocol)) === PORT);
  const host = readUrl(`${own.protocol}//${header('host') ?? ''}`);
  if (host === null || !isOwn(host)) return false;
  const origin = header('origin');
  if (origin === undefined) return true;
  const named = readUrl(origin);
  if (named === null) return false;
  return (
    named.origin === own.origin ||
    (isLoopbackHost(own.hostname) && isLoopbackHost(named.hostname) && isOwn(named))
  );
}

const defaultPort = (protocol: string): number => (protocol === 'https:' ? 443 : 80);
