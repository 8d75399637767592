import { type RequestCheck, schemeOf, secretHeaderOf } from '../../core/blocks/webhook-trigger/request-check';
import {
  isPlainScheme,
  partsOfTemplate,
  type SigningScheme,
} from '../../core/blocks/webhook-trigger/signing-scheme';

const BODY = '{"hello": "world"}';
const VARIABLE = /^\s*\{\{(\w+)\}\}\s*$/;

/** Text in single quotes, as a POSIX shell takes it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * A command for a POSIX shell that sends a request which passes the check: signed by openssl where it has to
 * be. The secret is left to be filled in.
 * @param method GET and HEAD send no body
 */
export function exampleCommand(url: string, check: RequestCheck, method = 'POST'): string {
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const { lines, headers } = proofOf(check, { url, method });
  const send = [
    `curl ${method === 'HEAD' ? '--head' : `-X ${method}`} ${quoted(url)}`,
    ...(hasBody ? ["-H 'Content-Type: application/json'"] : []),
    ...headers,
    ...(hasBody ? ['--data-raw "$BODY"'] : []),
  ];
  const body = hasBody || lines.length > 0 ? [`BODY=${quoted(hasBody ? BODY : '')}`] : [];
  return [...body, ...lines, send.join(' \\\n  ')].join('\n');
}

interface Proof {
  lines: readonly string[];
  /** Arguments of curl that carry the proof: headers, or its own options for credentials. */
  headers: readonly string[];
}

interface Called {
  url: string;
  method: string;
}

const header = (name: string, value: string): string => `-H ${quoted(`${name.trim()}: `)}"${value}"`;

function proofOf(check: RequestCheck, called: Called): Proof {
  if (check.kind === 'none') return { lines: [], headers: [] };
  const scheme = schemeOf(check);
  if ('publicKey' in check || (scheme !== null && !isPlainScheme(scheme)))
    return { lines: ['# Only the sender can sign a request, so this one is refused.'], headers: [] };
  const secret = `SECRET=${quoted(secretWords(check.kind === 'basic' ? check.password : check.token))}`;
  if (scheme !== null) return signedProof(scheme, secret, called);
  if (check.kind === 'basic')
    return { lines: [secret], headers: [`-u ${quoted(`${check.username}:`)}"$SECRET"`] };
  if (check.kind === 'query')
    return { lines: [secret], headers: [`--url-query ${quoted(`${check.parameter.trim()}=`)}"$SECRET"`] };
  return { lines: [secret], headers: [header(secretHeaderOf(check) ?? '', '$SECRET')] };
}

function signedProof(scheme: SigningScheme, secret: string, called: Called): Proof {
  const { headers, prefix, time, separator, template } = scheme;
  const signed = partsOfTemplate(template).map((part, at) =>
    at % 2 === 0 ? inQuotes(part) : word(part, called),
  );
  const ids = [...template.matchAll(/\{header:([\w-]+)\}/g)].map(([, name = '']) => header(name, EXAMPLE_ID));
  const times = time !== null && 'header' in time ? [header(time.header, '$TIME')] : [];
  const before = time !== null && 'part' in time ? `"${time.part}=$TIME${separator}"` : '';
  const start = prefix === '' ? before : before + quoted(prefix);
  return {
    lines: [
      secret,
      ...(template.includes('{timestamp}') ? ['TIME=$(date +%s)'] : []),
      `SIGNATURE=$(printf '%s' "${signed.join('')}" | openssl dgst ${digestOptions(scheme)}`,
    ],
    headers: [...ids, ...times, `-H ${quoted(`${headers[0]}: `)}${start}"$SIGNATURE"`],
  };
}

const EXAMPLE_ID = 'msg_example';

/** Escapes the characters that a shell interprets between double quotes. */
const inQuotes = (text: string): string => text.replaceAll(/[\\"$`]/g, '\\$&');

/** Returns the variable in braces, so that the text after it isn't read as part of its name. */
const shellVariable = (name: string): string => `$\{${name}}`;

function word(name: string, { url, method }: Called): string {
  if (name === 'body') return shellVariable('BODY');
  if (name === 'timestamp') return shellVariable('TIME');
  if (name === 'method') return method;
  if (name.startsWith('header:')) return EXAMPLE_ID;
  const { pathname, search } = new URL(url);
  return inQuotes(name === 'path' ? pathname + search : url);
}

/** Returns the options of openssl, and the rest of the command up to its end. */
function digestOptions({ algorithm, encoding, key }: SigningScheme): string {
  const end = encoding === 'hex' ? " -r | cut -d ' ' -f 1)" : ' -binary | openssl base64 -A)';
  if (key === 'text') return `-${algorithm} -hmac "$SECRET"${end}`;
  const bytes = `printf '%s' "\${SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n'`;
  return `-${algorithm} -mac HMAC -macopt hexkey:"${key === 'hex' ? '$SECRET' : `$(${bytes})`}"${end}`;
}

function secretWords(written: string): string {
  const [, name] = VARIABLE.exec(written) ?? [];
  return name === undefined ? 'the secret' : `the value of ${name}`;
}
