import { readUrl } from '@/lib/platform/read-url';
import { asArray, asObject, asText, own } from './json-node';
import type { Operation } from './list-operations';
import type { OpenApiDocument } from './openapi-document';

export interface ServerUrl {
  /** Without a slash at its end. */
  url: string;
  warnings: string[];
}

const BASE_URL_VARIABLE = 'API_BASE_URL';

/** Returns the first server of the level nearest to the operation, with its variables at their defaults. */
export function serverUrlOf(
  document: OpenApiDocument,
  operation: Operation,
  documentUrl?: string,
): ServerUrl {
  const warnings: string[] = [];
  const holder = [operation.node, operation.pathItem, document.root].find(
    (node) => asArray(own(node, 'servers')).length > 0,
  );
  const servers = asArray(own(holder, 'servers'));
  const variables = asObject(own(servers[0], 'variables'));
  const written = asText(own(servers[0], 'url')).trim().slice(0, 2_000);
  const names = new Map<string, string>();
  const filled = written.replace(/\{([^{}]{1,100})\}/g, (_, name: string) => {
    const variable = own(variables, name);
    const value = own(variable, 'default') ?? asArray(own(variable, 'enum'))[0];
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    const variableName = freeName(names, name);
    warnings.push(`The server's URL has an open part: set the variable {{${variableName}}}.`);
    return `{{${variableName}}}`;
  });
  if (servers.length > 1)
    warnings.push(`The document names ${servers.length} servers; the block calls the first.`);
  const url = withoutLastSlashes(absolute(filled, documentUrl).replace(/[?#].*$/s, ''));
  if (/^(?:https?:\/\/|\{\{)/i.test(url)) return { url, warnings };
  warnings.push(
    `The document names no host: set the variable {{${BASE_URL_VARIABLE}}}, ` +
      'for example to https://api.example.com.',
  );
  const path = url === '' || url.startsWith('/') ? url : `/${url}`;
  return { url: `{{${BASE_URL_VARIABLE}}}${/^\/[^/]/.test(path) ? path : ''}`, warnings };
}

/** Returns the variable's name in the workspace; names that differ stay different. */
function freeName(names: Map<string, string>, written: string): string {
  const usual = written.replace(/\W/g, '_').replace(/^(\d)/, '_$1').slice(0, 60);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? usual : `${usual}_${number}`;
    if ((names.get(name) ?? written) !== written) continue;
    names.set(name, written);
    return name;
  }
}

/** Resolves a relative address against the document's own. */
function absolute(url: string, documentUrl: string | undefined): string {
  if (documentUrl === undefined || /^[a-z][a-z0-9+.-]*:/i.test(url) || url.startsWith('{{')) return url;
  const { href } = readUrl(url || '/', documentUrl) ?? {};
  return href?.replaceAll('%7B', '{').replaceAll('%7D', '}') ?? url;
}

function withoutLastSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}
