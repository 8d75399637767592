import { jsonExampleOf, type PlacedOperation } from './openapi-document';

/**
 * Returns a command that works once its placeholders are filled in: it has the required parameters and a
 * body of the right shape.
 */
export function operationCurl(operation: PlacedOperation, origin: string): string {
  const lines = [`curl${method(operation.method)} '${operationTarget(operation, origin)}'`];
  if (operation.security?.length !== 0) lines.push(`-H "x-api-key: $MILLRACE_API_KEY"`);
  const body = jsonExampleOf(operation.requestBody?.content);
  if (body !== undefined) {
    const example = JSON.stringify(body, null, 2).replaceAll("'", "'\\''");
    lines.push("-H 'content-type: application/json'", `-d '${example}'`);
  }
  return lines.join(' \\\n  ');
}

const method = (name: string) => (name === 'GET' ? '' : ` -X ${name}`);

const placeholder = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();

/** Returns the URL with placeholders in capitals for the caller's values. */
export function operationTarget({ path, parameters }: PlacedOperation, origin: string): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => placeholder(name));
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map((parameter) => `${parameter.name}=${placeholder(parameter.name)}`)
    .join('&');
  return `${origin}${filled}${query === '' ? '' : `?${query}`}`;
}
