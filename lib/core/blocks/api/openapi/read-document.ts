import { ImportError } from '../../import-export';
import { asText, isObject, type JsonObject, own } from './json-node';

/** An OpenAPI 3 document; only its version and that it is an object are known for sure. */
export interface OpenApiDocument {
  root: JsonObject;
}

const MAX_CHARACTERS = 20_000_000;
const MAX_YAML_DEPTH = 200;
const MAX_YAML_ALIASES = 10_000;

/** Reads a document written in JSON or YAML. Throws `ImportError`. */
export async function readDocument(text: string): Promise<OpenApiDocument> {
  const root = await parseText(text);
  if (!isObject(root))
    throw new ImportError('This is not an OpenAPI document: it must be one JSON or YAML object.');
  const version = String(own(root, 'openapi') ?? '');
  if (version.startsWith('3.')) return { root };
  if (own(root, 'swagger') !== undefined) {
    throw new ImportError(
      `This is a Swagger ${asText(own(root, 'swagger')).slice(0, 10)} document. ` +
        'Convert it to OpenAPI 3 first.',
    );
  }
  throw new ImportError('This is not an OpenAPI 3 document: it has no "openapi" field that begins with 3.');
}

/** A text nobody has checked, in JSON or YAML, within limits. Throws `ImportError`. */
export async function parseText(text: string): Promise<unknown> {
  if (text.length > MAX_CHARACTERS) {
    throw new ImportError(`The document is longer than ${MAX_CHARACTERS / 1_000_000} million characters.`);
  }
  return /^\s*[[{]/.test(text.slice(0, 1_000)) ? parseJson(text) : parseYaml(text);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new ImportError(`The document is not valid JSON: ${reasonOf(error)}`);
  }
}

/** The parser is loaded when it is needed: most documents are JSON. */
async function parseYaml(text: string): Promise<unknown> {
  const { load, CORE_SCHEMA } = await import('js-yaml');
  try {
    return load(text, { schema: CORE_SCHEMA, maxDepth: MAX_YAML_DEPTH, maxAliases: MAX_YAML_ALIASES });
  } catch (error) {
    throw new ImportError(`The document is not valid YAML: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deeply.';
  const words = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '').slice(0, 200) : '';
  return words.endsWith('.') ? words : `${words}.`;
}
