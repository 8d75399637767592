import { createTransport } from 'nodemailer';
import { env } from '../env';
import { headerText } from './mail-text';

export interface Email {
  to: readonly string[];
  subject: string;
  text: string;
  /** The same on every attempt, so that mailboxes can detect duplicates. */
  messageId: string;
}

/** If `permanent`, a retry would be refused too. `reason` is for those who manage the recipients. */
export type EmailEnd = { ok: true } | { ok: false; reason: string; permanent: boolean };

const CONNECT_MS = 10_000;
const IDLE_MS = 20_000;
const THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Returns true if the operator has configured an SMTP server. */
export const canSendEmail = (): boolean => env().SMTP_URL !== undefined;

/** Makes one attempt through the operator's SMTP server. A failed delivery is returned, not thrown. */
export async function sendEmail({ to, subject, ...email }: Email): Promise<EmailEnd> {
  const { SMTP_URL, SMTP_FROM } = env();
  if (SMTP_URL === undefined)
    return {
      ok: false,
      reason: 'This server sends no e-mail: its operator has set no SMTP_URL.',
      permanent: true,
    };
  const transport = createTransport({
    ...serverOf(new URL(SMTP_URL)),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: IDLE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const { rejected } = await transport.sendMail({
      ...email,
      subject: headerText(subject),
      from: SMTP_FROM,
      // Objects, so that no user's text is parsed as a list of addresses.
      to: to.map((address) => ({ name: '', address })),
    });
    if (rejected.length === 0) return { ok: true };
    return { ok: false, reason: `The mail server refused ${rejected.join(', ')}.`, permanent: true };
  } catch (error) {
    return failed(error);
  } finally {
    transport.close();
  }
}

/** Requires TLS when there is a password, except for a server on this machine. */
function serverOf({ protocol, hostname, port, username, password }: URL) {
  const secure = protocol === 'smtps:';
  const user = decodeURIComponent(username);
  return {
    host: hostname,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && user !== '' && !THIS_MACHINE.has(hostname),
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(password) } }),
  };
}

/** A 5xx response to a recipient or message is permanent; a failed login is not: the operator may fix it. */
function failed(error: unknown): EmailEnd {
  const {
    message = 'unknown',
    responseCode = 0,
    code = '',
  } = error as {
    message?: string;
    responseCode?: number;
    code?: string;
  };
  const permanent = responseCode >= 500 && code !== 'EAUTH';
  return {
    ok: false,
    reason: `The mail server did not take it: ${message.slice(0, MAX_REASON_CHARS)}`,
    permanent,
  };
}

const MAX_REASON_CHARS = 500;
