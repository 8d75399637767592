import { HeadTooLarge, MalformedResponse, OnlyHttp2 } from './malformed-response';
import { OutboundFailure, type OutboundPhase } from './outbound-failure';

const DNS_CODES = new Set([
  'ENOTFOUND',
  'ENODATA',
  'ESERVFAIL',
  'EREFUSED',
  'ETIMEOUT',
  'EBADNAME',
  'EFORMERR',
]);
const UNREACHABLE_CODES = new Set([
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
  'EINVAL',
]);
const UNKNOWN_ISSUER_CODES = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
const RESET_CODES = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_INFO']);

/**
 * Converts errors of Node and undici to a failure with a stable code. `host` is shown; no other part of the
 * URL is.
 */
export function describeNetworkError(error: unknown, phase: OutboundPhase, host: string): OutboundFailure {
  if (error instanceof OutboundFailure) return error;
  const { code, message } = readError(error);
  const fail = (...[name, text, at]: [OutboundFailure['code'], string, OutboundPhase?]) =>
    new OutboundFailure(name, text, at ?? phase, error);

  if (phase === 'dns' || DNS_CODES.has(code) || code.startsWith('EAI_')) {
    return fail('DNS_FAILED', `The host ${host} could not be found. Check the spelling.`, 'dns');
  }
  if (code === 'ECONNREFUSED') {
    return fail(
      'CONNECTION_REFUSED',
      `${host} refused the connection. Check the port and that the server is running.`,
    );
  }
  if (code === 'ETIMEDOUT') return fail('TIMEOUT', `${host} did not accept a connection in time.`, 'connect');
  if (UNREACHABLE_CODES.has(code)) {
    return fail(
      'HOST_UNREACHABLE',
      `${host} can't be reached from here (${code}). Check the address and the network.`,
    );
  }
  if (error instanceof HeadTooLarge) {
    const limit = `${Math.floor(error.limitBytes / 1024)} KiB`;
    const text =
      `${host} sent more than ${limit} of response headers. ` +
      'Whoever runs Millrace can raise OUTBOUND_HEADERS_KB.';
    return fail('HEADERS_TOO_LARGE', text, 'response');
  }
  if (error instanceof OnlyHttp2 || code === 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL') {
    const text =
      `${host} speaks only HTTP/2, and requests are sent as HTTP/1.1. ` +
      'Enable HTTP/1.1 on it, or call it through a proxy that speaks both.';
    return phase === 'tls' ? fail('TLS_FAILED', text) : fail('RESPONSE_INVALID', text, 'response');
  }
  if (code === 'UND_ERR_CLOSED' || code === 'UND_ERR_DESTROYED') {
    return fail('CANCELLED', 'The request was stopped because the service is shutting down.', 'cancelled');
  }
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || isBadHttp(error)) {
    const text = `${host} did not respond with valid HTTP: ${message}. Check scheme and port.`;
    return fail('RESPONSE_INVALID', text, 'response');
  }
  if (RESET_CODES.has(code)) {
    if (phase === 'response') return describeCutShort(host, error);
    return fail(
      'CONNECTION_RESET',
      `${host} closed the connection while it was being made. Check that it is healthy.`,
    );
  }
  if (phase === 'tls' && UNKNOWN_ISSUER_CODES.has(code)) {
    const text =
      `No secure connection to ${host}: its certificate is signed by an authority that is not known here ` +
      `(${message}). Whoever runs Millrace can make it known with NODE_EXTRA_CA_CERTS.`;
    return fail('TLS_FAILED', text);
  }
  if (phase === 'tls') {
    return fail(
      'TLS_FAILED',
      `No secure connection to ${host}: ${message}. Check its certificate, or use http://.`,
    );
  }
  return fail('CONNECTION_RESET', `The connection to ${host} failed: ${message}.`);
}

/** Returns true if an error after the headers means that the connection ended within the body. */
export function isCutShort(error: unknown): boolean {
  const { code, message } = readError(error);
  return code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || message.endsWith('(Invalid EOF state)');
}

export function describeCutShort(host: string, cause?: unknown): OutboundFailure {
  return new OutboundFailure(
    'CONNECTION_RESET',
    `${host} closed the connection before the whole response had arrived. Check that it is healthy.`,
    'response',
    cause,
  );
}

/** undici's parser errors have no code, and two others only a message of their own. */
function isBadHttp(error: unknown): boolean {
  if (error instanceof MalformedResponse) return true;
  if (!(error instanceof Error)) return false;
  return (
    error.name === 'HTTPParserError' || error.message === 'bad upgrade' || error.message === 'bad response'
  );
}

/** With several addresses tried Node throws an AggregateError; its first error is the preferred address's. */
function readError(error: unknown): { code: string; message: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return readError(error.errors[0]);
  if (!(error instanceof Error)) return { code: '', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return { code, message: error.message.replace(/\.$/, '') };
}
