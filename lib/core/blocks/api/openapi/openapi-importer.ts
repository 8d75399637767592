import { type BlockImporter, type ImportChoice, ImportError } from '../../import-export';
import { asText, own } from './json-node';
import { looksLikeOpenApi } from './looks-like-openapi';
import type { OpenApiDocument } from './openapi-document';

const MAX_NOTES = 20;
const CHOOSE_TOGETHER = 'Choose all files of the document together.';

/** The last document. A large one takes a second to read, and the list and the choice both need it. */
let last: { text: string; document: Promise<OpenApiDocument> } | null = null;

function read(text: string): Promise<OpenApiDocument> {
  if (last?.text !== text) last = { text, document: readLazily(text) };
  return last.document;
}

async function readLazily(text: string): Promise<OpenApiDocument> {
  const { readDocument } = await import('./read-document');
  return readDocument(text);
}

export const openApiImporter: BlockImporter = {
  id: 'openapi',
  label: 'OpenAPI',
  accepts: looksLikeOpenApi,
  hasAddresses: true,
  titleOf: async (text) => {
    const { root } = await read(text);
    return asText(own(own(root, 'info'), 'title'));
  },
  choices: async (text) => {
    const { listOperations } = await import('./list-operations');
    return listOperations(await read(text)).map(
      ({ id, written, path, summary, tag, deprecated }): ImportChoice => ({
        id,
        label: `${written} ${path}`,
        ...(summary === '' ? {} : { description: deprecated ? `${summary} (deprecated)` : summary }),
        ...(tag === '' ? {} : { group: tag }),
      }),
    );
  },
  notes: async (text) => {
    const { missingPaths } = await import('./list-operations');
    const missing = missingPaths(await read(text));
    return missing.length === 0 ? [] : [...missing.slice(0, MAX_NOTES), CHOOSE_TOGETHER];
  },
  read: async (text, { choice, url } = {}) => {
    const { listOperations } = await import('./list-operations');
    const { operationToBlock } = await import('./operation-to-block');
    const document = await read(text);
    const id = choice ?? listOperations(document)[0]?.id;
    if (id === undefined) throw new ImportError('The document has no operation that the block can call.');
    return operationToBlock(document, id, url === undefined ? {} : { documentUrl: url });
  },
};
