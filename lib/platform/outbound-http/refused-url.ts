import { isIP } from 'node:net';
import type { AddressGuard } from './address-guard';
import { OutboundFailure } from './outbound-failure';

/**
 * Returns why a request to this URL would be refused now; null when it would not, or its name can't be
 * resolved now.
 */
export async function explainRefusedUrl(url: URL, guard: AddressGuard): Promise<string | null> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  try {
    if (isIP(host) === 0) await guard.resolve(host, port);
    else guard.vetLiteral(host, port);
    return null;
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    return error.code === 'ADDRESS_NOT_ALLOWED' ? error.message : null;
  }
}
