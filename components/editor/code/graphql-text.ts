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

/** More would not be read. */
const MAX_SUGGESTIONS = 60;
/** A query that is longer is somebody's attempt to keep the reader busy. */
const MAX_TOKENS = 20_000;
const MAX_ERRORS = 20;
/** Longer names of variables are none. */
const MAX_NAME = 100;

/** What fits where a name is being typed; `start` is where the name begins. */
interface GraphqlOffer {
  start: number;
  options: ReadonlyArray<{ label: string; type: string; description: string | null }>;
}

/** Asks a server for its schema. */
export const INTROSPECTION = getIntrospectionQuery();

const schemas = new WeakMap<object, GraphQLSchema | null>();

/** The schema that a server told of itself; null when it can't be read. Built once for each answer. */
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
    return null; // Somebody else's answer: what it lacks is theirs to mend. The caller says so.
  }
}

/** How many types of its own it has. */
export const typesIn = (schema: GraphQLSchema): number =>
  Object.keys(schema.getTypeMap()).filter((name) => !name.startsWith('__')).length;

/**
 * The first place where a text stops being GraphQL, or asks for what the schema hasn't got; null when it is
 * fine.
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
  // It reads by recursion: thousands of braces within each other are beyond the stack.
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

/** Of a node of several lines its first: an underline over all of a query says nothing. */
function problemAt(text: string, start: number, end: number, message: string): TextProblem {
  const lineEnd = text.indexOf('\n', start);
  const last = lineEnd === -1 ? end : Math.min(end, lineEnd);
  return { start, end: last, line: text.slice(0, start).split('\n').length, message };
}

/**
 * Fields, arguments, types, values and variables that fit before the caret; null where no name is being
 * typed. `isAsked` offers them before there is any.
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
  // What is all there needs no list over it.
  if (options.some(({ label }) => label === typed) && !isAsked) return null;
  return { start: at - typed.length, options: options.slice(0, MAX_SUGGESTIONS) };
}

/** The name that ends there, with the sign of a variable or directive. */
function nameBefore(text: string, at: number): string {
  let from = at;
  while (from > 0 && /\w/.test(text[from - 1] as string)) from -= 1;
  if (from > 0 && /[$@]/.test(text[from - 1] as string)) from -= 1;
  return text.slice(from, at);
}

/** Of an argument, which has its type as what the schema holds of it. */
const typeOf = (item: CompletionItem): string =>
  'type' in item && item.type !== undefined ? String(item.type) : '';

const firstLine = (documentation: CompletionItem['documentation']): string | null =>
  typeof documentation === 'string' ? (documentation.trim().split('\n')[0] ?? null) : null;

/**
 * What the schema says of the name at this place: its type, then its description; null where it is silent.
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
