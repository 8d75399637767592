import type { BlockImporter } from '../../import-export';
import { looksLikeCurl } from './looks-like-curl';

/** The parser is loaded when somebody pastes a command. */
export const curlImporter: BlockImporter = {
  id: 'curl',
  label: 'cURL',
  accepts: looksLikeCurl,
  read: async (text) => (await import('./import-curl')).importCurl(text),
  readAll: async (text) => (await import('./import-curl')).importCurls(text),
};
