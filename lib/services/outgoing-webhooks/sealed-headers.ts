import { CONCEALED } from '../../core/references/credentials';
import { open, seal } from '../../platform/encryption/encryption';
import { AppError } from '../../platform/errors';
import type { OwnHeader } from './header-schema';
import { storeOf } from './sealed-secret';

/** Own headers as a subscription's row keeps them: names are shown, values are not. */
export interface StoredHeaders {
  headerNames: string[];
  headerValues: Uint8Array<ArrayBuffer> | null;
}

/** Sealed bytes moved to another subscription don't open. */
export const headersContext = (webhookId: string): string => `webhook headers ${webhookId}`;

export function sealHeaders(webhookId: string, headers: readonly OwnHeader[]): StoredHeaders {
  if (headers.length === 0) return { headerNames: [], headerValues: null };
  const values = JSON.stringify(headers.map(({ value }) => value));
  return {
    headerNames: headers.map(({ name }) => name),
    headerValues: new Uint8Array(seal(values, headersContext(webhookId))),
  };
}

/** @throws Error when they can't be decrypted with the present key */
export function openHeaders(
  webhookId: string,
  { names, sealed }: { names: readonly string[]; sealed: Uint8Array | null },
): Array<[string, string]> {
  if (sealed === null) return [];
  const values: string[] = JSON.parse(open(sealed, headersContext(webhookId)));
  return names.map((name, index) => [name, values[index] ?? '']);
}

/** Returns the headers as they are shown: nobody reads a value back. */
export const concealHeaders = (names: readonly string[]): OwnHeader[] =>
  names.map((name) => ({ name, value: CONCEALED }));

/**
 * Returns the headers with each `***` replaced by the stored value of that name: their sender only saw `***`.
 * @param stored empty where stored values may not be used, as for a new subscription or another server
 * @throws AppError invalid_request where there is none
 */
export function restoreHeaders(
  given: readonly OwnHeader[],
  stored: ReadonlyArray<readonly [string, string]>,
): OwnHeader[] {
  const values = new Map(stored.map(([name, value]) => [name.toLowerCase(), value]));
  return given.map(({ name, value }) => {
    const restored = value === CONCEALED ? values.get(name.toLowerCase()) : value;
    if (restored === undefined) throw noStoredValue(name);
    return { name, value: restored };
  });
}

function noStoredValue(name: string): AppError {
  const message =
    `Enter the value of ${name} again: *** stands for a value that is stored for this header ` +
    'and the present server.';
  const issues = [{ param: 'headers', code: 'value_missing', message }];
  return new AppError('invalid_request', `headers: ${message}`, { issues });
}

export const headerStore = storeOf('headers of webhooks', 'header_values', headersContext);
