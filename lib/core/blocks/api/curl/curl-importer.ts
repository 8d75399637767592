import type { BlockImporter } from '../../import-export';
import { looksLikeCurl } from './looks-like-curl';

/** The importer of curl commands; it loads its parser when a command is pasted. */
export const curlImporter: BlockImporter = {
  id: 'curl',
  label: 'cURL',
  accepts: looksLikeCurl,
  read: async (text) => (await import('./import-curl')).importCurl(text),
  readAll: async (text) => (await import('./import-curl')).importCurls(text),
};
