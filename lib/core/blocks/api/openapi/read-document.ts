import { asSentence } from '../../../../platform/text/sentence';
import { type NamedText, splitFiles } from '../../file-set';
import { ImportError } from '../../import-export';
import { joinDocuments, type NamedDocument } from './join-documents';
import { isObject, type JsonObject, own } from './json-node';
import type { OpenApiDocument } from './openapi-document';
import { withSecuritySchemes } from './upgrade-operation';

const MAX_CHARACTERS = 20_000_000;
const MAX_YAML_DEPTH = 200;
const MAX_YAML_ALIASES = 10_000;

/** Reads a document written in JSON or YAML, or a set of files with one in it. Throws `ImportError`. */
export async function readDocument(text: string): Promise<OpenApiDocument> {
  const files = splitFiles(text);
  const root = files === null ? await parseText(text) : await readSet(files);
  if (!isObject(root))
    throw new ImportError('This is not an OpenAPI document: it must be one JSON or YAML object.');
  const version = versionOf(root);
  if (version === null) throw new ImportError(whyNotVersion(root));
  return { root: version === 2 ? withSecuritySchemes(root) : root, version, lost: new Set() };
}

/** Returns the document's version. Unquoted in YAML it is a number: `2.0` is 2. */
function versionOf(root: unknown): 2 | 3 | null {
  if (/^3(?:\.|$)/.test(String(own(root, 'openapi') ?? ''))) return 3;
  return /^2(?:\.|$)/.test(String(own(root, 'swagger') ?? '')) ? 2 : null;
}

function whyNotVersion(root: JsonObject): string {
  const swagger = own(root, 'swagger') ?? own(root, 'swaggerVersion');
  const given = own(root, 'openapi') ?? swagger;
  if (typeof given !== 'string' && typeof given !== 'number')
    return 'This is not an OpenAPI document: it has no "openapi" field that begins with 3.';
  const name = swagger === given ? 'Swagger' : 'OpenAPI';
  return `This is ${name} ${String(given).slice(0, 10)}. OpenAPI 3 and Swagger 2.0 can be read.`;
}

async function readSet(files: readonly NamedText[]): Promise<unknown> {
  const read: NamedDocument[] = [];
  for (const { name, text } of files) {
    try {
      read.push({ name, root: await parseText(text) });
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      throw new ImportError(`${name.slice(0, 100)}: ${error.message}`);
    }
  }
  const mains = read.filter(({ root }) => isObject(root) && versionOf(root) !== null);
  const [main] = mains;
  if (main === undefined)
    throw new ImportError('None of these files is an OpenAPI document: none has an "openapi" field.');
  if (mains.length > 1) {
    const names = mains.map(({ name }) => name.slice(0, 100)).join(', ');
    throw new ImportError(`These files are documents of their own: ${names}. Choose one of them.`);
  }
  return joinDocuments(
    main,
    read.filter((file) => file !== main),
  );
}

/** Parses an unchecked text, JSON or YAML, within limits. Throws `ImportError`. */
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

/** Loads the YAML parser only when it is needed, because most documents are JSON. */
async function parseYaml(text: string): Promise<unknown> {
  const { load, CORE_SCHEMA, mergeTag } = await import('js-yaml');
  const schema = CORE_SCHEMA.withTags(mergeTag);
  try {
    return load(text, { schema, maxDepth: MAX_YAML_DEPTH, maxAliases: MAX_YAML_ALIASES });
  } catch (error) {
    throw new ImportError(`The document is not valid YAML: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deeply.';
  const words = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '').slice(0, 200) : '';
  return asSentence(words);
}
