import { getProxyForUrl } from 'proxy-from-env';
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
  const proxy = getProxyForUrl({ protocol, host, port: String(port) });
  return proxy === '' ? null : new URL(proxy);
};

/** Says what is wrong with the proxy settings; null if nothing is. */
export function explainBadProxy(): string | null {
  for (const protocol of ['http', 'https']) {
    const text = getProxyForUrl(`${protocol}://a-host.example`);
    const url = URL.canParse(text) ? new URL(text) : null;
    if (text !== '' && (url === null || !['http:', 'https:'].includes(url.protocol) || url.hostname === ''))
      return `for ${protocol} must be like http://proxy.example:3128 (SOCKS is not supported)`;
  }
  return null;
}
