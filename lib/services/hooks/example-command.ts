import type { RequestCheck } from '../../core/blocks/webhook-trigger/request-check';

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
  const { lines, headers } = proofOf(check);
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
  headers: readonly string[];
}

function proofOf(check: RequestCheck): Proof {
  if (check.kind === 'none') return { lines: [], headers: [] };
  const secret = `SECRET=${quoted(secretWords(check.kind === 'basic' ? check.password : check.token))}`;
  const header = (name: string, value: string) => `-H ${quoted(`${name.trim()}: `)}"${value}"`;
  const signed = (text: string, how = '-sha256') =>
    `SIGNATURE=$(printf '%s' "${text}" | openssl dgst ${how} -hmac "$SECRET"`;
  const hex = " -r | cut -d ' ' -f 1)";
  const timed = (name: string, time: string): Proof => ({
    lines: [secret, time, signed('$TIME.$BODY') + hex],
    headers: [header(name, 't=$TIME,v1=$SIGNATURE')],
  });
  switch (check.kind) {
    case 'header':
      return { lines: [secret], headers: [header(check.header, '$SECRET')] };
    case 'basic':
      return { lines: [secret], headers: [`-u ${quoted(`${check.username}:`)}"$SECRET"`] };
    case 'github':
      return {
        lines: [secret, signed('$BODY') + hex],
        headers: [header('X-Hub-Signature-256', 'sha256=$SIGNATURE')],
      };
    case 'slack':
      return {
        lines: [secret, 'TIME=$(date +%s)', signed('v0:$TIME:$BODY') + hex],
        headers: [header('X-Slack-Request-Timestamp', '$TIME'), header('X-Slack-Signature', 'v0=$SIGNATURE')],
      };
    case 'stripe':
      return timed('Stripe-Signature', 'TIME=$(date +%s)');
    case 'millrace':
      return timed('Service-Signature', 'TIME=$(date +%s)000');
    case 'hmac': {
      const end = check.encoding === 'hex' ? hex : ' -binary | openssl base64 -A)';
      return {
        lines: [secret, signed('$BODY', `-${check.algorithm}`) + end],
        headers: [`-H ${quoted(`${check.header.trim()}: ${check.prefix}`)}"$SIGNATURE"`],
      };
    }
  }
}

function secretWords(written: string): string {
  const [, name] = VARIABLE.exec(written) ?? [];
  return name === undefined ? 'the secret' : `the value of ${name}`;
}
