import { getProxyForUrl } from 'proxy-from-env';
import { readUrl } from '@/lib/platform/read-url';
import { classifyAddress } from './address-rules';

/** Returns the proxy for connections to a host; null: none. @param protocol `http:` or `https:` */
export type ProxyFor = (protocol: string, hostname: string, port: number) => URL | null;

/**
 * The operator's proxy, as `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` name it, in either case.
 * This machine is always reached directly.
 */
export const operatorProxy: ProxyFor = (protocol, hostname, port) => {
  const isHere =
    hostname === 'localhost' || hostname.endsWith('.localhost') || classifyAddress(hostname) === 'loopback';
  if (isHere) return null;
  const host = hostname.includes(':') ? `[${hostname}]` : hostname;
  const proxy = proxyTo(`${protocol}//${host}:${port}`);
  return proxy === '' ? null : new URL(proxy);
};

/** Returns the proxy as a URL, or as it is written if that is none. Without a scheme it is `http:`, as for curl. */
function proxyTo(url: string): string {
  const proxy = getProxyForUrl(url);
  const scheme = url.slice(0, url.indexOf(':'));
  const names = [`${scheme}_proxy`, 'all_proxy'].flatMap((name) => [name, name.toUpperCase()]);
  const written = names.map((name) => process.env[name] ?? '').find((text) => text !== '') ?? '';
  return proxy === '' || written.includes('://') ? proxy : `http://${written}`;
}

/** Says what is wrong with the proxy settings; null if nothing is. */
export function explainBadProxy(): string | null {
  for (const protocol of ['http', 'https']) {
    const text = proxyTo(`${protocol}://a-host.example`);
    const url = readUrl(text);
    if (text !== '' && (url === null || !['http:', 'https:'].includes(url.protocol) || url.hostname === ''))
      return `for ${protocol} must be like http://proxy.example:3128 (SOCKS is not supported)`;
  }
  return null;
}
