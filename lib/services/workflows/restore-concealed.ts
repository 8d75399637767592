import { redactDocument } from '../../core/engine/masker';
import { CONCEALED, mapUrlCredentials } from '../../core/references/credentials';
import type { WorkflowDocument } from '../../core/workflow/schema';
import { isJsonObject } from '../../platform/text/exact-number';

/**
 * Returns the document with each `***` replaced by the credential in the same place of `stored`: its sender
 * only saw `***`. Rows are identified by their key. Where there was no credential, `***` stays.
 */
export function restoreConcealed(document: WorkflowDocument, stored: WorkflowDocument): WorkflowDocument {
  const shown = redactDocument(stored);
  if (shown === stored) return document;
  const blocks = Object.entries(document.blocks).map(([id, block]) => {
    const config = restore(block.config, shown.blocks[id]?.config, stored.blocks[id]?.config);
    return [
      id,
      config === block.config ? block : { ...block, config: config as typeof block.config },
    ] as const;
  });
  return { ...document, blocks: Object.fromEntries(blocks) };
}

/** Returns a URL with its concealed parts restored from the stored one, in order. */
export function restoreUrl(url: string, stored: string): string {
  const credentials: string[] = [];
  mapUrlCredentials(stored, (credential) => {
    credentials.push(credential);
    return credential;
  });
  let place = -1;
  return mapUrlCredentials(url, (credential) => {
    place += 1;
    return credential === CONCEALED ? (credentials[place] ?? credential) : credential;
  });
}

function restore(value: unknown, shown: unknown, stored: unknown): unknown {
  if (shown === stored) return value;
  if (JSON.stringify(value) === JSON.stringify(shown)) return stored;
  if (typeof value === 'string' && typeof stored === 'string')
    return value === CONCEALED ? stored : restoreUrl(value, stored);
  if (Array.isArray(value) && Array.isArray(shown) && Array.isArray(stored)) {
    const places = placesOf(value, shown);
    return value.map((item, index) => {
      const place = places[index] ?? -1;
      return place === -1 ? item : restore(item, shown[place], stored[place]);
    });
  }
  if (!isJsonObject(value) || !isJsonObject(shown) || !isJsonObject(stored)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, restore(item, shown[name], stored[name])]),
  );
}

/** Returns each item's previous index: rows by key, each index once; items without a key by their index. */
function placesOf(items: readonly unknown[], before: readonly unknown[]): number[] {
  const taken = new Set<number>();
  return items.map((item, index) => {
    const key = isJsonObject(item) ? item.key : undefined;
    const place =
      key === undefined
        ? index
        : before.findIndex((other, at) => !taken.has(at) && isJsonObject(other) && other.key === key);
    taken.add(place);
    return place;
  });
}
