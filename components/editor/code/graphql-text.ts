import {
  buildClientSchema,
  GraphQLError,
  type GraphQLSchema,
  getIntrospectionQuery,
  parse,
  validate,
} from 'graphql';
import {
  type CompletionItem,
  getAutocompleteSuggestions,
  getHoverInformation,
  offsetToPosition,
} from 'graphql-language-service';
import type { TextProblem } from './json-problem';

/** Nobody would read a longer list. */
const MAX_SUGGESTIONS = 60;
/** Limits the parser's work: a longer query is assumed to be an attempt to overload it. */
const MAX_TOKENS = 20_000;
const MAX_ERRORS = 20;
/** The longest text that is treated as a variable's name. */
const MAX_NAME = 100;

/** Completions for the name being typed; `start` is the index where the name begins. */
interface GraphqlOffer {
  start: number;
  options: ReadonlyArray<{ label: string; type: string; description: string | null }>;
}

/** Asks a server for its schema. */
export const INTROSPECTION = getIntrospectionQuery();

const schemas = new WeakMap<object, GraphQLSchema | null>();

/** Builds the schema from a server's introspection response, cached per response; null if it is invalid. */
export function readSchema(introspection: object): GraphQLSchema | null {
  const known = schemas.get(introspection);
  if (known !== undefined) return known;
  const schema = buildSchema(introspection);
  schemas.set(introspection, schema);
  return schema;
}

function buildSchema(introspection: object): GraphQLSchema | null {
  try {
    return buildClientSchema(introspection as Parameters<typeof buildClientSchema>[0]);
  } catch {
    return null; // The server's response is not a valid schema. The caller reports it.
  }
}

/** Counts the schema's own types, without GraphQL's introspection types. */
export const typesIn = (schema: GraphQLSchema): number =>
  Object.keys(schema.getTypeMap()).filter((name) => !name.startsWith('__')).length;

/**
 * Finds the first place where a text is not valid GraphQL or uses something the schema lacks; null when it
 * is valid.
 */
export function findGraphqlProblem(text: string, schema: GraphQLSchema | null): TextProblem | null {
  if (text.trim() === '') return null;
  try {
    const document = parse(text, { maxTokens: MAX_TOKENS });
    if (schema === null) return null;
    const problems = validate(schema, document, undefined, { maxErrors: MAX_ERRORS }).map((error) => {
      const { start, end } = error.nodes?.[0]?.loc ?? { start: 0, end: 0 };
      return problemAt(text, start, end, error.message);
    });
    return problems.sort((one, other) => one.start - other.start)[0] ?? null;
  } catch (error) {
    return syntaxProblem(error, text);
  }
}

function syntaxProblem(error: unknown, text: string): TextProblem {
  // The parser is recursive: thousands of nested braces overflow the stack.
  if (error instanceof RangeError)
    return { start: 0, end: text.length, line: 1, message: 'This is nested too deeply.' };
  if (!(error instanceof GraphQLError)) throw error;
  const start = Math.min(error.positions?.[0] ?? 0, text.length);
  const isReference = text[start] === '<' || /^\{\{\w+\}\}/.test(text.slice(start - 1, start + MAX_NAME));
  if (isReference) return problemAt(text, start, start + 1, NO_REFERENCES);
  if (text.slice(start).trim() === '') return problemAt(text, start, start, 'The query ends too early.');
  return problemAt(text, start, start + 1, error.message.replace(/^Syntax Error: /, ''));
}

const NO_REFERENCES =
  'A query takes no references: declare a variable, such as $id, and give it its value under Variables.';

/** Marks only the first line of a node of several lines: underlining a whole query is of no use. */
function problemAt(text: string, start: number, end: number, message: string): TextProblem {
  const lineEnd = text.indexOf('\n', start);
  const last = lineEnd === -1 ? end : Math.min(end, lineEnd);
  return { start, end: last, line: text.slice(0, start).split('\n').length, message };
}

/**
 * Completes fields, arguments, types, values and variables before the caret; null where no name is being
 * typed. `isAsked` also offers them for an empty name.
 */
export function completeGraphql(
  text: string,
  at: number,
  { schema, isAsked }: { schema: GraphQLSchema; isAsked: boolean },
): GraphqlOffer | null {
  const typed = nameBefore(text, at);
  if (typed === '' && !isAsked) return null;
  const found = getAutocompleteSuggestions(schema, text, offsetToPosition(text, at));
  const sign = /^[$@]/.exec(typed)?.[0] ?? '';
  const options = found.map((item) => ({
    label: item.label.startsWith(sign) ? item.label : `${sign}${item.label}`,
    type: item.detail ?? typeOf(item),
    description: firstLine(item.documentation),
  }));
  // A completely typed name needs no list, unless it was asked for.
  if (options.some(({ label }) => label === typed) && !isAsked) return null;
  return { start: at - typed.length, options: options.slice(0, MAX_SUGGESTIONS) };
}

/** Returns the name that ends at `at`, with the sign of a variable or directive. */
function nameBefore(text: string, at: number): string {
  let from = at;
  while (from > 0 && /\w/.test(text[from - 1] as string)) from -= 1;
  if (from > 0 && /[$@]/.test(text[from - 1] as string)) from -= 1;
  return text.slice(from, at);
}

/** Returns the type of an item; only items that the schema gives a type have one. */
const typeOf = (item: CompletionItem): string =>
  'type' in item && item.type !== undefined ? String(item.type) : '';

const firstLine = (documentation: CompletionItem['documentation']): string | null =>
  typeof documentation === 'string' ? (documentation.trim().split('\n')[0] ?? null) : null;

/**
 * Returns the type and description of the name at this place by the schema; null where there are none.
 */
export function describeGraphql(
  text: string,
  at: number,
  schema: GraphQLSchema,
): { signature: string; description: string } | null {
  const said = getHoverInformation(schema, text, offsetToPosition(text, at), undefined, {
    useMarkdown: false,
  });
  if (typeof said !== 'string' || said.trim() === '') return null;
  const [signature = '', ...rest] = said.trim().split('\n\n');
  return { signature, description: rest.join('\n\n').trim() };
}
