import { ImportError } from '../../import-export';
import { isObject, own } from '../openapi/json-node';
import { parseText } from '../openapi/read-document';
import type { Collection } from './collection';
import { readHar } from './read-har';
import { readHoppscotch } from './read-hoppscotch';
import { readInsomnia4, readInsomnia5 } from './read-insomnia';
import { readPostman } from './read-postman';

/** Each parser throws `ImportError` for a text without a request. */
export async function parsePostman(text: string): Promise<Collection> {
  const root = await parseText(text);
  // Postman's API wraps the collection in an object.
  const inner = own(root, 'collection');
  const collection = isObject(inner) ? inner : root;
  if (!isObject(collection)) throw new ImportError('This is not a Postman collection.');
  return requireRequests(readPostman(collection), 'Postman collection');
}

export async function parseInsomnia(text: string): Promise<Collection> {
  const root = await parseText(text);
  if (!isObject(root)) throw new ImportError('This is not an export of Insomnia.');
  const read = own(root, 'resources') === undefined ? readInsomnia5(root) : readInsomnia4(root);
  return requireRequests(read, 'Insomnia export');
}

export async function parseHoppscotch(text: string): Promise<Collection> {
  return requireRequests(readHoppscotch(await parseText(text)), 'Hoppscotch collection');
}

export async function parseHar(text: string): Promise<Collection> {
  const root = await parseText(text);
  if (!isObject(root)) throw new ImportError('This is not an HTTP archive (HAR).');
  return requireRequests(readHar(root), 'HTTP archive');
}

function requireRequests(collection: Collection, what: string): Collection {
  if (collection.requests.length === 0)
    throw new ImportError(`The ${what} has no HTTP request that the block can send.`);
  return collection;
}
