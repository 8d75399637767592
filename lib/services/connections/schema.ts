import { z } from 'zod';
import { readUrl } from '@/lib/platform/read-url';
import { bareToken, explainBadAuth } from '../../core/blocks/api/config/check-auth';
import type { SentAuth } from '../../core/blocks/auth';
import { explainBadUrl } from '../../platform/text/explain-bad-url';
import { singleLineText } from '../../platform/text/text-schemas';
import { ShownExternalId } from '../external-ids/schema';

const MAX_URL_CHARACTERS = 2_048;
const MAX_TEXT_CHARACTERS = 4_096;
const MAX_PARAMETERS = 20;

const ServerUrl = z
  .string()
  .trim()
  .max(MAX_URL_CHARACTERS, `Use at most ${MAX_URL_CHARACTERS} characters.`)
  .superRefine((text, context) => {
    const message = text === '' ? null : whyNotServer(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

function whyNotServer(text: string): string | null {
  const url = readUrl(text);
  if (url === null)
    return /^https?:\/\//i.test(text)
      ? explainBadUrl(text)
      : 'This is not a URL. It must look like https://example.com/oauth/token.';
  const { protocol, username, password, hash } = url;
  if (protocol !== 'http:' && protocol !== 'https:') return 'Only http:// and https:// URLs can be used.';
  if (username !== '' || password !== '') return 'Enter user name and password as client id and secret.';
  return hash === '' ? null : 'Remove the fragment (#…).';
}

/** Parameters that the protocol sets itself; overriding one would break or weaken it. */
const RESERVED: ReadonlySet<string> = new Set([
  'client_id',
  'client_secret',
  'client_assertion',
  'code',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'grant_type',
  'redirect_uri',
  'refresh_token',
  'response_mode',
  'response_type',
  'scope',
  'state',
]);

/** A token request sets no scope of its own after the authorization; some servers want it again. */
const RESERVED_IN_TOKEN_REQUESTS: ReadonlySet<string> = new Set(
  [...RESERVED].filter((key) => key !== 'scope'),
);

const parametersExcept = (reserved: ReadonlySet<string>) =>
  z
    .array(
      z.strictObject({
        key: singleLineText(200).refine(
          (key) => !reserved.has(key.toLowerCase()),
          'This is set automatically.',
        ),
        value: z.string().max(MAX_TEXT_CHARACTERS, `Use at most ${MAX_TEXT_CHARACTERS} characters.`),
      }),
    )
    .max(MAX_PARAMETERS, `At most ${MAX_PARAMETERS} parameters.`);
const TokenParameters = parametersExcept(RESERVED_IN_TOKEN_REQUESTS);

const MAX_EXPIRED_ANSWERS = 10;
const WHOLE_STATUS = 'Enter a status from 200 to 499.';

/** A response that means that the access token has expired. `text`: what its body holds; empty for any body. */
const ExpiredAnswer = z
  .strictObject({
    status: z.number(WHOLE_STATUS).int(WHOLE_STATUS).min(200, WHOLE_STATUS).max(499, WHOLE_STATUS),
    text: z.string().trim().max(200, 'Use at most 200 characters.'),
  })
  .refine(({ status, text }) => status >= 400 || text !== '', 'Enter a text for a status below 400.');

const Name = singleLineText(80);

const OAuthSettings = z.strictObject({
  name: Name,
  /** Access is granted by a person who signs in. */
  kind: z.literal('authorizationCode'),
  authorizeUrl: ServerUrl.refine((text) => text !== '', 'Enter the authorize URL.'),
  tokenUrl: ServerUrl.refine((text) => text !== '', 'Enter the token URL.'),
  clientId: singleLineText(1_024, 'Enter the client id.'),
  /** The first way to send id and secret to the token server: HTTP Basic or form fields. */
  sendCredentials: z.enum(['header', 'body']),
  /** Separated by spaces or commas; may be empty. */
  scopes: z
    .string()
    .trim()
    .max(MAX_TEXT_CHARACTERS, `Use at most ${MAX_TEXT_CHARACTERS} characters.`)
    .regex(/^[\x20-\x7e]*$/, 'Separate the scopes by spaces or commas.'),
  /** Sent with the authorization request, or with the token request of client credentials. */
  parameters: parametersExcept(RESERVED),
  /** Sent when the code is exchanged for tokens. */
  exchangeParameters: TokenParameters.default([]),
  /** Sent when a token is renewed with a refresh token. */
  renewalParameters: TokenParameters.default([]),
  /**
   * The proof key of RFC 7636. `automatic`: sent, and left out for a server that refuses it; `always`: sent to
   * every server; `never`.
   */
  pkce: z.enum(['automatic', 'always', 'never']).default('automatic'),
  /** Responses to a block’s request, besides 401, after which the token is renewed. */
  expiredAnswers: z
    .array(ExpiredAnswer)
    .max(MAX_EXPIRED_ANSWERS, `At most ${MAX_EXPIRED_ANSWERS} answers.`)
    .default([]),
});

/** The client itself has access; `authorizeUrl` is empty. */
const ClientSettings = OAuthSettings.extend({
  kind: z.literal('clientCredentials'),
  authorizeUrl: ServerUrl.default(''),
});

const BearerSettings = z.strictObject({ name: Name, kind: z.literal('bearer') });

const BasicSettings = z.strictObject({
  name: Name,
  kind: z.literal('basic'),
  username: z.string().max(1_024, 'Use at most 1,024 characters.'),
});

const KeySettings = z.strictObject({
  name: Name,
  kind: z.literal('apiKey'),
  in: z.enum(['header', 'query']),
  /** Name of the header or query parameter. */
  keyName: singleLineText(200, 'Enter the name of the header or query parameter.'),
});

const kinds = [OAuthSettings, ClientSettings, BearerSettings, BasicSettings, KeySettings] as const;

/** The settings of a connection, without its secret. */
export const ConnectionSettings = z.discriminatedUnion('kind', kinds);
export type ConnectionSettings = z.infer<typeof ConnectionSettings>;
export type ConnectionKind = ConnectionSettings['kind'];

type OAuthKind = 'authorizationCode' | 'clientCredentials';
export type OAuthSettings = Extract<ConnectionSettings, { kind: OAuthKind }>;
/** Settings whose stored secret is sent as it is, as the authentication of the same name. */
export type CredentialSettings = Exclude<ConnectionSettings, { kind: OAuthKind }>;

export const hasOAuth = <Some extends { kind: ConnectionKind }>(
  some: Some,
): some is Extract<Some, { kind: OAuthKind }> =>
  some.kind === 'authorizationCode' || some.kind === 'clientCredentials';

/** Returns the authentication that a block sends for a connection of that kind. */
export function withSecret(settings: CredentialSettings, secret: string): SentAuth {
  switch (settings.kind) {
    case 'bearer':
      return { kind: 'bearer', token: secret };
    case 'basic':
      return { kind: 'basic', username: settings.username, password: secret };
    case 'apiKey':
      return { kind: 'apiKey', in: settings.in, name: settings.keyName, apiKey: secret };
  }
}

/** Absent: unchanged, and none for a new connection. Empty: none. */
const ClientSecret = z.string().max(MAX_TEXT_CHARACTERS).optional();
/** The token, password or key. Absent: unchanged; required for a new connection. */
const Secret = z.string().max(MAX_TEXT_CHARACTERS, `Use at most ${MAX_TEXT_CHARACTERS} characters.`);

export const EditedConnection = z
  .discriminatedUnion('kind', [
    OAuthSettings.extend({ clientSecret: ClientSecret }),
    ClientSettings.extend({ clientSecret: ClientSecret }),
    BearerSettings.extend({ secret: Secret.overwrite(bareToken).optional() }),
    BasicSettings.extend({ secret: Secret.optional() }),
    KeySettings.extend({ secret: Secret.trim().optional() }),
  ])
  .superRefine((edited, context) => {
    if (hasOAuth(edited)) return;
    const { secret, ...settings } = edited;
    const explain = (value: string) => explainBadAuth(withSecret(settings, value), { isStored: true });
    const badName = explain('any');
    const message = badName ?? (secret ? explain(secret) : null);
    const nameMember = edited.kind === 'basic' ? 'username' : 'keyName';
    const path = [badName === null ? 'secret' : nameMember];
    if (message !== null) context.addIssue({ code: 'custom', message, path });
  })
  .meta({ id: 'EditedConnection' });
/** As it is sent: settings with a default may be left out. */
export type EditedConnection = z.input<typeof EditedConnection>;

const SEEN = {
  id: z.string(),
  externalId: ShownExternalId,
  hasSecret: z.boolean(),
  /** `expired`: it was connected and has to be reconnected. Always `connected` for a stored credential. */
  state: z.enum(['disconnected', 'connected', 'expired']),
  /** Expiry of the access token, which is renewed by then, as ISO 8601. Null if the server doesn't say. */
  expiresAt: z.string().nullable(),
  /** True if the access token can be renewed without a person. */
  renews: z.boolean(),
  connectedAt: z.string().nullable(),
  /** Name of the person who connected it. */
  connectedBy: z.string().nullable(),
  /** The reason of the last failure to connect or renew; null after a success. */
  lastError: z.string().nullable(),
};

/** A connection as people see it; its secret and tokens never leave the server. */
export const Connection = z
  .discriminatedUnion('kind', [
    OAuthSettings.extend(SEEN),
    ClientSettings.extend(SEEN),
    BearerSettings.extend(SEEN),
    BasicSettings.extend(SEEN),
    KeySettings.extend(SEEN),
  ])
  .meta({ id: 'Connection' });
export type Connection = z.infer<typeof Connection>;

/** The outcome of returning from a provider, for the settings page. */
export const CONNECT_RESULTS = [
  'connected',
  'denied',
  'failed',
  'expired',
  'session',
  'forbidden',
  'invalid',
] as const;
export type ConnectResult = (typeof CONNECT_RESULTS)[number];
