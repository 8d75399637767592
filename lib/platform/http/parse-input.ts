import { z } from 'zod';
import { AppError, type FieldIssue } from '../errors';
import { closest } from '../text/closest';
import { ExactNumber } from '../text/exact-number';
import { issueWords } from '../text/issue-words';
import type { Endpoint } from './endpoint';
import { isListParam } from './query-params';

export interface RawInput {
  params: Record<string, string>;
  search: URLSearchParams;
  /** Undefined when the endpoint takes no body. */
  body: unknown;
}

/** Enough to correct a request; a hundred mistakes come from a program and are all alike. */
const MAX_ISSUES = 50;

/** Validates every part and reports every bad value in one response. @throws AppError invalid_request */
export function parseInput(
  endpoint: Endpoint,
  raw: RawInput,
): { params: unknown; query: unknown; body: unknown } {
  const issues: FieldIssue[] = [];
  const read = (schema: z.ZodType | undefined, value: unknown, depth?: number): unknown => {
    if (schema === undefined) return undefined;
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    for (const issue of result.error.issues) {
      if (issues.length >= MAX_ISSUES) break;
      for (const found of fieldIssues(issue, schema, value, depth)) addIssue(issues, found);
    }
    return undefined;
  };
  const params = read(endpoint.params, raw.params, 1);
  const query = readQuery(endpoint, raw.search, issues, read);
  // A schema sees an `ExactNumber` as an object without members; for a number it has proper error words.
  const body = read(endpoint.body, raw.body instanceof ExactNumber ? Number(raw.body) : raw.body);
  if (issues.length > 0) throw invalid(issues);
  return { params, query, body };
}

function addIssue(issues: FieldIssue[], issue: FieldIssue): void {
  const known = ({ param, message }: FieldIssue) => param === issue.param && message === issue.message;
  if (issues.length < MAX_ISSUES && !issues.some(known)) issues.push(issue);
}

function readQuery(
  endpoint: Endpoint,
  search: URLSearchParams,
  issues: FieldIssue[],
  read: (schema: z.ZodType | undefined, value: unknown, depth?: number) => unknown,
): unknown {
  const values: Record<string, string> = Object.create(null);
  for (const [name, value] of search) {
    if (name in values && isListParam(endpoint.query, name)) values[name] += `,${value}`;
    else if (name in values && endpoint.takesFirst) continue;
    else if (name in values)
      addIssue(issues, { param: name, code: 'param_repeated', message: `Give ${quote(name)} once.` });
    else values[name] = value;
  }
  if (endpoint.query !== undefined) return read(endpoint.query, { ...values }, 1);
  for (const name of Object.keys(values)) addIssue(issues, unknownParam(name, []));
  return undefined;
}

/** `depth`: the part of the path that names a parameter; list items in a query have no name of their own. */
function fieldIssues(
  issue: z.core.$ZodIssue,
  schema: z.ZodType,
  value: unknown,
  depth?: number,
): FieldIssue[] {
  const at = issue.path.slice(0, depth).map(String).join('.');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, MAX_ISSUES).map((key) => ({
      ...unknownParam(at === '' ? key : `${at}.${key}`, at === '' ? keysOf(schema) : []),
      ...guideOf(schema, issue.path[0]),
    }));
  const param = at || 'body';
  const guide = guideOf(schema, issue.path[0]);
  const missing = issue.code === 'invalid_type' && valueAt(value, issue.path) === undefined;
  if (missing) return [{ param, code: 'param_missing', message: `${quote(param)} is required.`, ...guide }];
  return [{ param, code: 'param_invalid', message: issueWords(issue), ...guide }];
}

function unknownParam(name: string, known: readonly string[]): FieldIssue {
  const near = closest(name, known);
  const hint = near === null ? '' : ` Did you mean ${quote(near)}?`;
  return { param: name, code: 'param_unknown', message: `${quote(name)} is not a parameter here.${hint}` };
}

/** Returns the guide of a member whose schema names one (`externalDocs`), as a workflow's document does. */
function guideOf(schema: z.ZodType, member: PropertyKey | undefined): { docs?: string } {
  const shape = (schema as { shape?: Record<PropertyKey, z.ZodType> }).shape;
  let described = member === undefined ? undefined : shape?.[member];
  if (described instanceof z.ZodOptional) described = described.unwrap() as z.ZodType;
  const docs = described && (z.globalRegistry.get(described)?.externalDocs as { url: string } | undefined);
  return docs === undefined ? {} : { docs: docs.url };
}

function keysOf(schema: z.ZodType): string[] {
  const shape = (schema as { shape?: Record<string, unknown> }).shape;
  return shape === undefined ? [] : Object.keys(shape);
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let here: unknown = value;
  for (const key of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Record<PropertyKey, unknown>)[key];
  }
  return here;
}

function invalid(issues: FieldIssue[]): AppError {
  const [first] = issues;
  const detail =
    issues.length === 1 && first !== undefined
      ? `${first.param}: ${first.message}`
      : `${issues.length} invalid values: ${issues.map((issue) => issue.param).join(', ')}.`;
  return new AppError('invalid_request', detail, { issues });
}

const quote = (name: string): string => `“${name.slice(0, 100)}”`;
