import type { BlockExporter } from '../../import-export';
import { writeCurl } from './write-curl';
import { writeFetch } from './write-fetch';
import { writeGo } from './write-go';
import { writePython } from './write-python';

/** The formats in which a resolved request can be copied. */
export const apiExporters: readonly BlockExporter[] = [
  { id: 'curl', label: 'cURL', language: 'bash', write: writeCurl },
  { id: 'fetch', label: 'JavaScript (fetch)', language: 'javascript', write: writeFetch },
  { id: 'python', label: 'Python (requests)', language: 'python', write: writePython },
  { id: 'go', label: 'Go (net/http)', language: 'go', write: writeGo },
];
