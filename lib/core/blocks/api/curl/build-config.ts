import { carriesBody, isRequestMethod } from '../../../../platform/outbound-http/methods';
import type { Auth } from '../../auth';
import { ImportError, type ImportedSecret, type ImportResult } from '../../import-export';
import { basicAuth, namelessCredentials } from './basic-credentials';
import { browserHeaders } from './browser-headers';
import { type CommandData, joinData } from './command-data';
import { encodeDataArgument } from './encode-data';
import { findSecrets } from './find-secrets';
import { type FormPart, readFormPart, readLiteralPart } from './form-part';
import type { ParsedOption, ParsedOptions } from './parse-options';
import { emptyBody, FORM_TYPE, type ReadBody, readDataBody, readParts } from './read-body';
import { CommandHeaders } from './request-headers';
import { type ImportedUrl, importUrl } from './request-url';
import { nameFromUrl } from './suggest-names';

const MAX_ROWS = 200;
const MAX_RETRIES = 10;
const MIN_TIMEOUT_MS = 1_000;
const MAX_TIMEOUT_MS = 300_000;
const MAX_WARNINGS = 30;

/** Builds the config of one parsed command. Throws `ImportError` if the block can't call its address. */
export function buildConfig(parsed: ParsedOptions, stdin: string | null): ImportResult {
  const { options } = parsed;
  const warnings = describeOptions(parsed);
  const has = (effect: string) => options.some((option) => option.effect === effect);
  const values = (effect: string) =>
    options.filter((option) => option.effect === effect).map(({ value }) => value);

  const data = joinData(options, stdin);
  warnings.push(...data.warnings.slice(0, MAX_WARNINGS));
  const isQueryData = has('get') || has('head');
  const address = readAddress(values('url'), has('globoff'), [
    ...(isQueryData && data.text !== null ? [data.text] : []),
    ...values('url-query').map(encodeUrlQuery),
  ]);
  warnings.push(...address.warnings);

  const headers = readHeaders(options, data.isJson, warnings);
  const auth = readAuth(options, address, headers, warnings);
  const body = isQueryData ? null : readBody(options, data, headers, warnings);
  const method = chooseMethod(options, body !== null, warnings);
  if (body !== null) takeBodyType(body, headers, warnings);
  const hasContent = body !== null && body.body.kind !== 'none';
  if (hasContent && !carriesBody(method)) {
    warnings.push(`The block sends no body with ${method}: choose POST, PUT or PATCH if it must be sent.`);
  }
  const headerRows = headers.finish(hostOf(address.url), MAX_ROWS);
  warnings.push(...headers.warnings.slice(0, MAX_WARNINGS), ...(body?.warnings ?? []));

  const config: Record<string, unknown> = { method, url: address.url };
  if (address.params.length > 0) config.params = address.params;
  if (headerRows.length > 0) config.headers = headerRows;
  if (auth !== null) config.auth = auth;
  if (hasContent) config.body = body.body;
  Object.assign(config, readSettings(values('max-time').at(-1), values('retry').at(-1), has('fail')));
  const secrets = findSecrets(config);
  return {
    config: withoutSpelling(config, secrets),
    name: nameFromUrl(address.url),
    warnings: [...new Set(warnings)].slice(0, MAX_WARNINGS),
    secrets,
    ...browserHeaders(headerRows),
  };
}

/** Removes the original spelling of rows with secrets, which would still hold a token that is moved away. */
function withoutSpelling(
  config: Record<string, unknown>,
  secrets: readonly ImportedSecret[],
): Record<string, unknown> {
  for (const { path } of secrets) {
    const row = path.slice(0, -1).reduce<unknown>((node, step) => Object(node)[step], config);
    if (path.at(-1) === 'value') delete Object(row).written;
  }
  return config;
}

function describeOptions({ options, unknown, incomplete }: ParsedOptions): string[] {
  const written = new Set(
    options
      .filter(({ effect }) => effect === 'unsupported')
      .map(({ name }) =>
        name === 'insecure' ? '--insecure (certificates are always checked)' : `--${name}`,
      ),
  );
  const warnings: string[] = [];
  if (written.size > 0)
    warnings.push(
      `The block doesn’t support these options, so they were left out: ${[...written].join(', ')}.`,
    );
  if (unknown.length > 0) {
    warnings.push(`Unknown to curl, so left out: ${[...new Set(unknown)].slice(0, 10).join(', ')}.`);
  }
  for (const name of incomplete) warnings.push(`${name} has no value; it was left out.`);
  if (options.filter(({ effect }) => effect === 'url').length > 1) {
    warnings.push('The command has several URLs; the block calls the first.');
  }
  return warnings;
}

function readAddress(urls: string[], isLiteral: boolean, queries: string[]): ImportedUrl {
  const given = urls[0]?.trim();
  if (given === undefined || given === '') {
    throw new ImportError('The command has no URL. Add the one that curl should call.');
  }
  const [base = '', ...fragment] = given.split('#');
  const hash = fragment.length > 0 ? `#${fragment.join('#')}` : '';
  const query = queries.filter((part) => part !== '').join('&');
  const whole =
    query === '' ? base : `${base}${base.includes('?') ? (base.endsWith('?') ? '' : '&') : '?'}${query}`;
  const address = importUrl(whole + hash, isLiteral);
  if (address === null) throw new ImportError('Only http:// and https:// URLs can be called.');
  return address;
}

/** Encodes an argument of `--url-query`; `+text` is taken as it stands. */
function encodeUrlQuery(argument: string): string {
  return argument.startsWith('+') ? argument.slice(1) : (encodeDataArgument(argument) ?? '');
}

/** Reads the Basic authentication; null if a header or a bearer option is used instead, or there is none. */
function readAuth(
  options: readonly ParsedOption[],
  { credentials }: ImportedUrl,
  headers: CommandHeaders,
  warnings: string[],
): Auth | null {
  const user = options.findLast(({ effect }) => effect === 'user')?.value ?? credentials;
  const isSaid = headers.has('authorization') || options.some(({ effect }) => effect === 'bearer');
  if (user === null || isSaid) return null;
  if (!user.startsWith(':')) return basicAuth(user, warnings);
  // The block requires a name, but curl sends an empty one.
  headers.addImplied('Authorization', namelessCredentials(user));
  return null;
}

function readHeaders(options: readonly ParsedOption[], isJson: boolean, warnings: string[]): CommandHeaders {
  const headers = new CommandHeaders();
  const last = (effect: string) => options.findLast((option) => option.effect === effect)?.value;
  for (const { effect, value } of options) if (effect === 'header') headers.addLine(value);
  const bearer = last('bearer');
  if (bearer !== undefined) headers.addImplied('Authorization', `Bearer ${bearer}`);
  headers.addImplied('User-Agent', last('user-agent') ?? '');
  headers.addImplied('Referer', (last('referer') ?? '').replace(/;auto$/, ''));
  headers.addImplied('Cookie', readCookies(options, warnings));
  if (isJson) headers.addImplied('Accept', 'application/json');
  return headers;
}

function readCookies(options: readonly ParsedOption[], warnings: string[]): string {
  const cookies: string[] = [];
  for (const { effect, value } of options) {
    if (effect !== 'cookie') continue;
    if (value.includes('=')) cookies.push(value);
    else if (value !== '') warnings.push(`The cookies in the file "${value}" are not in the command.`);
  }
  return cookies.join('; ');
}

/** Reads the body; null if the command sends none. */
function readBody(
  options: readonly ParsedOption[],
  data: CommandData,
  headers: CommandHeaders,
  warnings: string[],
): ReadBody | null {
  const forms = options.filter(({ effect }) => effect === 'form' || effect === 'form-string');
  if (data.text !== null) {
    if (forms.length > 0) warnings.push('A request has either data or a form: the form (-F) was left out.');
    const preset = data.isJson ? 'application/json' : FORM_TYPE;
    const type = headers.valueOf('content-type') ?? preset;
    return data.isInFiles ? emptyBody(type) : readDataBody(data.text, type);
  }
  if (forms.length > 0) {
    const parts = forms.flatMap((form): FormPart[] => {
      const part = form.effect === 'form' ? readFormPart(form.value) : readLiteralPart(form.value);
      if (part === null) warnings.push(`The part "${form.value.slice(0, 60)}" has no "="; it was left out.`);
      return part === null ? [] : [part];
    });
    return readParts(parts);
  }
  const upload = options.findLast(({ effect }) => effect === 'upload');
  if (upload === undefined) return null;
  warnings.push(
    `The file "${upload.value.slice(0, 80)}" is not in the command: put its content into the body.`,
  );
  return { body: { kind: 'none' }, contentType: null, warnings: [] };
}

/** Adds a Content-Type row if the type is not the one that the body's kind sends. */
function takeBodyType({ body, contentType }: ReadBody, headers: CommandHeaders, warnings: string[]): void {
  const written = headers.valueOf('content-type');
  if (body.kind === 'none') {
    if (written === null && contentType !== null) headers.addContentType(contentType);
    return;
  }
  if (contentType === written && written !== null) return;
  if (body.kind === 'multipart' && written !== null && !/^multipart\/form-data\b/i.test(written)) {
    warnings.push(`A form is sent as multipart/form-data, not as ${written.split(';', 1)[0]}.`);
  }
  headers.remove('content-type');
  if (contentType !== null) headers.addContentType(contentType);
}

function chooseMethod(options: readonly ParsedOption[], hasBody: boolean, warnings: string[]): string {
  const has = (effect: string) => options.some((option) => option.effect === effect);
  const said = options
    .findLast(({ effect }) => effect === 'method')
    ?.value.trim()
    .toUpperCase();
  const method = said || (has('head') ? 'HEAD' : has('upload') ? 'PUT' : hasBody ? 'POST' : 'GET');
  if (isRequestMethod(method)) return method;
  const instead = hasBody ? 'POST' : 'GET';
  warnings.push(`The block can't send ${method.slice(0, 20)}; it is set to ${instead}.`);
  return instead;
}

function readSettings(
  maxTime: string | undefined,
  retries: string | undefined,
  fails: boolean,
): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  const timeoutMs = Math.round(Number(maxTime) * 1000);
  if (timeoutMs > 0) settings.timeoutMs = Math.min(Math.max(timeoutMs, MIN_TIMEOUT_MS), MAX_TIMEOUT_MS);
  const max = Number(retries);
  if (Number.isInteger(max) && max >= 0) settings.retry = { when: 'always', max: Math.min(max, MAX_RETRIES) };
  if (fails) settings.failOnStatus = true;
  return settings;
}

function hostOf(url: string): string {
  return /^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? '';
}
