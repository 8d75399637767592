import { z } from 'zod';
import { singleLineText } from '../../platform/text/text-schemas';

const MAX_URL_CHARACTERS = 2_048;
const MAX_TEXT_CHARACTERS = 4_096;
const MAX_PARAMETERS = 20;

/** `authorizationCode`: a person signs in. `clientCredentials`: the client itself has access. */
const ConnectionKind = z.enum(['authorizationCode', 'clientCredentials']);
export type ConnectionKind = z.infer<typeof ConnectionKind>;

const ServerUrl = z
  .string()
  .trim()
  .max(MAX_URL_CHARACTERS, `Use at most ${MAX_URL_CHARACTERS} characters.`)
  .superRefine((text, context) => {
    const message = text === '' ? null : explainBadUrl(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

function explainBadUrl(text: string): string | null {
  if (!URL.canParse(text)) return 'This is not a URL. It must look like https://example.com/oauth/token.';
  const { protocol, username, password, hash } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') return 'Only http:// and https:// URLs can be used.';
  if (username !== '' || password !== '') return 'Enter user name and password as client id and secret.';
  return hash === '' ? null : 'Remove the fragment (#…).';
}

/** What the protocol sets itself; a parameter of that name would break or weaken it. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['client_id', 'client_secret', 'client_assertion', 'code', 'code_challenge', 'code_challenge_method'],
  ...['code_verifier', 'grant_type', 'redirect_uri', 'refresh_token', 'response_mode', 'response_type'],
  ...['scope', 'state'],
]);

const Parameter = z.strictObject({
  key: singleLineText(200).refine((key) => !RESERVED.has(key.toLowerCase()), 'This is set automatically.'),
  value: z.string().max(MAX_TEXT_CHARACTERS, `Use at most ${MAX_TEXT_CHARACTERS} characters.`),
});

/** What describes a connection, but for its secret. */
export const ConnectionSettings = z.strictObject({
  name: singleLineText(80),
  kind: ConnectionKind,
  /** Empty for client credentials. */
  authorizeUrl: ServerUrl,
  tokenUrl: ServerUrl.refine((text) => text !== '', 'Enter the token URL.'),
  clientId: singleLineText(1_024, 'Enter the client id.'),
  /** How id and secret reach the token server: HTTP Basic, or fields of the form. */
  sendCredentials: z.enum(['header', 'body']),
  /** Separated by spaces; may be empty. */
  scopes: z
    .string()
    .trim()
    .max(MAX_TEXT_CHARACTERS, `Use at most ${MAX_TEXT_CHARACTERS} characters.`)
    .regex(/^[\x20-\x7e]*$/, 'Separate the scopes by spaces.'),
  /** Sent with the authorization request, or with the token request of client credentials. */
  parameters: z.array(Parameter).max(MAX_PARAMETERS, `At most ${MAX_PARAMETERS} parameters.`),
});
export type ConnectionSettings = z.infer<typeof ConnectionSettings>;

/** Left out: as it was, and none for a new connection. Empty: none. */
const ClientSecret = z.string().max(MAX_TEXT_CHARACTERS).optional();

const hasWhatItNeeds = ({ kind, authorizeUrl }: { kind: ConnectionKind; authorizeUrl: string }) =>
  kind !== 'authorizationCode' || authorizeUrl !== '';

export const EditedConnection = ConnectionSettings.extend({ clientSecret: ClientSecret }).refine(
  hasWhatItNeeds,
  { path: ['authorizeUrl'], message: 'Enter the authorize URL.' },
);
export type EditedConnection = z.infer<typeof EditedConnection>;

/** A connection as people see it; its secret and tokens never leave the server. */
export const Connection = ConnectionSettings.extend({
  id: z.string(),
  hasSecret: z.boolean(),
  /** `expired`: it was connected, and has to be connected again. */
  state: z.enum(['disconnected', 'connected', 'expired']),
  /** ISO 8601; of the access token, which is renewed by then. Null when the server doesn't say. */
  expiresAt: z.string().nullable(),
  /** Whether the access token can be renewed without a person. */
  renews: z.boolean(),
  connectedAt: z.string().nullable(),
  /** Name of whoever connected it. */
  connectedBy: z.string().nullable(),
  /** Why connecting or renewing failed last; null after a success. */
  lastError: z.string().nullable(),
});
export type Connection = z.infer<typeof Connection>;

/** How coming back from a provider ended, for the settings page. */
export const CONNECT_RESULTS = ['connected', 'denied', 'failed', 'expired', 'session', 'forbidden'] as const;
export type ConnectResult = (typeof CONNECT_RESULTS)[number];
