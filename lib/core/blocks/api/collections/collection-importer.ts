import { FILE_SET_MARK } from '../../file-set';
import { type BlockImporter, type ImportChoice, ImportError } from '../../import-export';
import { type Collection, MAX_REQUESTS } from './collection';

interface Format extends Pick<BlockImporter, 'id' | 'label' | 'accepts'> {
  hasAddresses: boolean;
  parse: (text: string) => Promise<Collection>;
}

/** Makes an importer that offers each request of a collection as a choice. Readers are loaded when needed. */
function importerOf({ parse, ...format }: Format): BlockImporter {
  /** The last collection, which is needed twice: for the list and for the chosen request. */
  let last: { text: string; collection: Promise<Collection> } | null = null;
  const read = (text: string): Promise<Collection> => {
    if (last?.text !== text) last = { text, collection: parse(text) };
    return last.collection;
  };
  return {
    ...format,
    titleOf: async (text) => (await read(text)).name,
    choices: async (text) => {
      const { labelOf } = await import('./request-to-block');
      return (await read(text)).requests.map((request): ImportChoice => {
        const group = request.folders.filter((name) => name !== '').join(' / ');
        return {
          id: request.id,
          label: labelOf(request),
          ...(request.name === '' ? {} : { description: request.name }),
          ...(group === '' ? {} : { group }),
        };
      });
    },
    notes: async (text) => {
      const { requests, notes = [] } = await read(text);
      const isCut = requests.length >= MAX_REQUESTS;
      return isCut
        ? [...notes, `Only the first ${MAX_REQUESTS.toLocaleString('en')} requests are here.`]
        : notes;
    },
    read: async (text, { choice } = {}) => {
      const { requestToBlock } = await import('./request-to-block');
      const collection = await read(text);
      const [first] = collection.requests;
      const request = choice === undefined ? first : collection.requests.find(({ id }) => id === choice);
      if (request === undefined) throw new ImportError(`The ${format.label} file has no such request.`);
      return requestToBlock(request, collection);
    },
  };
}

const isJson = (text: string): boolean =>
  /^\s*[[{]/.test(text.slice(0, 1_000)) && !text.startsWith(FILE_SET_MARK);
/** True for JSON that mentions all of these members. */
const names = (text: string, ...members: string[]): boolean =>
  isJson(text) && members.every((member) => text.includes(`"${member}"`));

const postman: Format = {
  id: 'postman',
  label: 'Postman',
  hasAddresses: true,
  accepts: (text) => isJson(text) && /schema\.(?:get)?postman\.com\/json\/collection\/v2/.test(text),
  parse: async (text) => (await import('./parse-collection')).parsePostman(text),
};
const insomnia: Format = {
  id: 'insomnia',
  label: 'Insomnia',
  hasAddresses: true,
  accepts: (text) =>
    names(text, '__export_format', 'resources') ||
    /^__export_format:\s{0,9}4/m.test(text.slice(0, 1_000)) ||
    /^type:\s{0,9}["']?(?:collection|spec)\.insomnia\.rest\/5/m.test(text.slice(0, 1_000)),
  parse: async (text) => (await import('./parse-collection')).parseInsomnia(text),
};
const hoppscotch: Format = {
  id: 'hoppscotch',
  label: 'Hoppscotch',
  hasAddresses: true,
  accepts: (text) => names(text, 'folders', 'requests', 'v', 'name'),
  parse: async (text) => (await import('./parse-collection')).parseHoppscotch(text),
};
const har: Format = {
  id: 'har',
  label: 'HAR',
  hasAddresses: false,
  accepts: (text) => /^\s*\{\s*"log"\s*:/.test(text.slice(0, 1_000)) && text.includes('"entries"'),
  parse: async (text) => (await import('./parse-collection')).parseHar(text),
};

export const collectionImporters: readonly BlockImporter[] = [postman, insomnia, hoppscotch, har].map(
  importerOf,
);
