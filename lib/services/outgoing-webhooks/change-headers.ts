import { CONCEALED } from '../../core/references/credentials';
import { sameSecret } from '../../platform/encryption/same-secret';
import { logger } from '../../platform/logging/logger';
import { readUrl } from '../../platform/read-url';
import type { StoredWebhook } from './change-webhook';
import type { OwnHeader } from './header-schema';
import {
  concealHeaders,
  openHeaders,
  restoreHeaders,
  type StoredHeaders,
  sealHeaders,
} from './sealed-headers';

export interface HeadersEdit {
  /** Undefined: they stay. */
  headers: readonly OwnHeader[] | undefined;
  urlBefore: string;
  url: string;
}

/**
 * Returns the columns of the headers as the edit leaves them; null if they stay. A stored value goes to no
 * other server than the one it was entered for: whoever may change the URL could read it there.
 * @throws AppError invalid_request for a value that must be entered again
 */
export function changeHeaders(
  row: StoredWebhook,
  { headers, urlBefore, url }: HeadersEdit,
): StoredHeaders | null {
  const isSameServer = originOf(url) === originOf(urlBefore);
  if (headers === undefined && (isSameServer || row.headerNames.length === 0)) return null;
  const given = headers ?? concealHeaders(row.headerNames);
  const isKept = given.some(({ value }) => value === CONCEALED);
  const names = given.map(({ name }) => name);
  const asStored = isSameServer && given.every(({ value }) => value === CONCEALED);
  if (asStored && JSON.stringify(names) === JSON.stringify(row.headerNames)) return null;
  return sealHeaders(row.id, restoreHeaders(given, isKept && isSameServer ? storedHeaders(row) : []));
}

const originOf = (url: string): string => readUrl(url)?.origin ?? url;

/** True if these are the stored headers; a value given as `***` is the stored one. */
export function sameHeaders(row: StoredWebhook, given: readonly OwnHeader[]): boolean {
  const { headerNames } = row;
  const isNamed =
    given.length === headerNames.length && given.every(({ name }, at) => name === headerNames[at]);
  if (!isNamed || given.every(({ value }) => value === CONCEALED)) return isNamed;
  const stored = storedHeaders(row).map(([, value]) => value);
  // All are compared, whichever of them differs.
  const same = given.map(({ value }, at) => value === CONCEALED || sameSecret(value, stored[at] ?? ''));
  return !same.includes(false);
}

function storedHeaders({ id, headerNames, headerValues }: StoredWebhook): Array<[string, string]> {
  try {
    return openHeaders(id, { names: headerNames, sealed: headerValues });
  } catch (error) {
    logger('webhooks').error('headers can’t be decrypted', { webhookId: id, error });
    return [];
  }
}
