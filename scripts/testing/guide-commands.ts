import { importCurl } from '../../lib/core/blocks/api/curl/import-curl';
import type { Operation } from '../../lib/platform/http/operation';

interface SentCommand {
  method: string;
  url: URL;
  /** With names in lowercase. */
  headers: Map<string, string>;
  /** JSON; null without a body. */
  body: string | null;
}

/** Reads the request that a curl command sends, with its variables filled in. */
export function readCommand(command: string, values: Readonly<Record<string, string>>): SentCommand {
  const text = command.replace(/\$([A-Z_]+)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`$${name} has no value in the tests: ${command}`);
    return value;
  });
  const { config, warnings } = importCurl(text);
  if (warnings.length > 0) throw new Error(`${command}: ${warnings.join(' ')}`);
  const { method = 'GET', url, params = [], headers = [], body } = config as ImportedRequest;
  const full = new URL(url);
  for (const { key, value } of params) full.searchParams.append(key, value);
  const names = new Map(headers.map(({ key, value }) => [key.toLowerCase(), value]));
  // The importer moves the header into the kind of the body, and warns of a command without it.
  if (body?.kind === 'json') names.set('content-type', 'application/json');
  return { method, url: full, headers: names, body: body?.value ?? null };
}

type ImportedRequest = {
  method?: string;
  url: string;
  params?: ReadonlyArray<{ key: string; value: string }>;
  headers?: ReadonlyArray<{ key: string; value: string }>;
  body?: { kind: string; value?: string };
};

/** Returns the reasons why the API would refuse it unchanged; empty if it would not. */
export function problemsOf(
  { method, url, headers, body }: SentCommand,
  operations: readonly Operation[],
): string[] {
  const fitting = operations.filter(({ endpoint }) => endpoint.method === method && fits(endpoint.path, url));
  // A path without parameters takes precedence over one with parameters.
  const found = fitting.find(({ endpoint }) => !endpoint.path.includes('{')) ?? fitting[0];
  if (found === undefined) return [`There is no ${method} ${url.pathname}.`];
  const { endpoint } = found;
  const problems: string[] = [];
  if (endpoint.auth === 'session') problems.push('Takes no API key.');
  if (endpoint.auth === 'key' && !headers.has('x-api-key')) problems.push('Sends no API key.');
  const query = Object.fromEntries(url.searchParams);
  const parts = [
    [endpoint.query, query],
    [endpoint.body, JSON.parse(body ?? '{}')],
  ] as const;
  for (const [schema, value] of parts) {
    const issues = schema?.safeParse(value).error?.issues ?? [];
    problems.push(...issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
  }
  if (endpoint.query === undefined && url.search !== '') problems.push('Takes no query.');
  return problems;
}

function fits(template: string, { pathname }: URL): boolean {
  const [wanted, given] = [template.split('/'), pathname.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith('{') || part === given[index])
  );
}
