import type { IssuedToken } from '../token-answer';

/** The client authentication that a published token server accepts. `either`: both ways. */
type TakesClient = 'basic' | 'undecoded basic' | 'form' | 'either';

/** A token endpoint as its provider documents it (seen on 2026-11-26). */
export interface TokenProvider {
  name: string;
  takes: TakesClient;
  /** True if it accepts only JSON. */
  takesJson?: true;
  /** Status and body for a request with PKCE’s `code_verifier`, if it refuses one. */
  refusesVerifier?: [number, string];
  status?: number;
  contentType?: string;
  /** The response to a known client. */
  answer: string;
  /** Status and body for a client that it doesn't find in the expected place. */
  refusal?: [number, string];
  gives: IssuedToken;
}

const HOUR_MS = 3_600_000;
const FORM = 'application/x-www-form-urlencoded; charset=utf-8';
/** The time at which the tests read the table: 2026-01-01. */
export const READ_AT_MS = Date.UTC(2026, 0, 1);
const IN_6_HOURS_S = READ_AT_MS / 1_000 + 6 * 3_600;

const json = (value: object): string => JSON.stringify(value);
const gives = (lifetimeMs: number | null, refreshToken: string | null = null): IssuedToken => ({
  token: 'T',
  lifetimeMs,
  refreshToken,
});
const common = { access_token: 'T', token_type: 'Bearer', expires_in: 3600, refresh_token: 'R' };
const INVALID_CLIENT: [number, string] = [401, '{"error":"invalid_client"}'];

export const TOKEN_PROVIDERS: readonly TokenProvider[] = [
  {
    name: 'GitHub, which may answer with a form',
    takes: 'either',
    contentType: FORM,
    answer: 'access_token=T&scope=repo%2Cgist&token_type=bearer',
    gives: gives(null),
  },
  {
    name: 'GitHub App',
    takes: 'form',
    refusal: [404, '{"error":"incorrect_client_credentials"}'],
    answer: json({
      ...common,
      token_type: 'bearer',
      expires_in: 28_800,
      refresh_token_expires_in: 15_897_600,
    }),
    gives: gives(8 * HOUR_MS, 'R'),
  },
  {
    name: 'Slack',
    takes: 'form',
    refusal: [200, '{"ok":false,"error":"invalid_client_id"}'],
    answer: json({ ok: true, access_token: 'T', token_type: 'bot', scope: 'commands,incoming-webhook' }),
    gives: gives(null),
  },
  {
    name: 'Slack, scopes of a person alone',
    takes: 'either',
    gives: gives(null),
    answer: json({ ok: true, authed_user: { id: 'U1', access_token: 'T', token_type: 'user' } }),
  },
  {
    name: 'Shopify',
    takes: 'form',
    gives: gives(null),
    answer: json({ access_token: 'T', scope: 'write_orders,read_customers' }),
    refusal: [400, '{"error":"invalid_request","error_description":"Could not find client_id"}'],
  },
  {
    name: 'Zoho',
    takes: 'form',
    refusal: [200, '{"error":"invalid_client"}'],
    answer: json({ ...common, expires_in_sec: 3600, expires_in: 3_600_000, api_domain: 'https://x.example' }),
    gives: gives(HOUR_MS, 'R'),
  },
  {
    name: 'LinkedIn',
    takes: 'form',
    refusesVerifier: INVALID_CLIENT,
    gives: gives(60 * 24 * HOUR_MS),
    answer: json({ access_token: 'T', expires_in: 5_184_000, scope: 'openid,profile' }),
    refusal: [
      400,
      '{"error":"invalid_request","error_description":"A required parameter \\"client_id\\" is missing"}',
    ],
  },
  {
    name: 'Salesforce',
    takes: 'either',
    gives: gives(null, 'R'),
    answer: json({
      access_token: 'T',
      refresh_token: 'R',
      token_type: 'Bearer',
      issued_at: '1767225600000',
      instance_url: 'https://x.example',
      id: 'https://x.example/id/1',
      signature: 's=',
    }),
  },
  {
    name: 'Spotify',
    takes: 'basic',
    answer: json(common),
    gives: gives(HOUR_MS, 'R'),
    refusal: [400, '{"error":"invalid_client"}'],
  },
  {
    name: 'Reddit',
    takes: 'basic',
    refusal: [401, '{"message":"Unauthorized","error":401}'],
    answer: json({ ...common, token_type: 'bearer', expires_in: 86_400, scope: '*' }),
    gives: gives(24 * HOUR_MS, 'R'),
  },
  {
    name: 'Notion',
    takes: 'basic',
    takesJson: true,
    refusal: INVALID_CLIENT,
    gives: gives(null, 'R'),
    answer: json({ access_token: 'T', token_type: 'bearer', refresh_token: 'R', bot_id: 'b', owner: {} }),
  },
  {
    name: 'X',
    takes: 'basic',
    gives: gives(2 * HOUR_MS, 'R'),
    refusal: [
      401,
      '{"error":"unauthorized_client","error_description":"Missing valid authorization header"}',
    ],
    answer: json({ ...common, token_type: 'bearer', expires_in: 7200, scope: 'tweet.read users.read' }),
  },
  {
    name: 'Dropbox',
    takes: 'either',
    gives: gives(4 * HOUR_MS),
    answer: json({ access_token: 'T', token_type: 'bearer', expires_in: 14_400, account_id: 'a', uid: '1' }),
  },
  {
    name: 'Atlassian',
    takes: 'form',
    takesJson: true,
    refusal: INVALID_CLIENT,
    answer: json({ ...common, scope: 'read:jira-work' }),
    gives: gives(HOUR_MS, 'R'),
  },
  {
    name: 'Facebook',
    takes: 'form',
    gives: gives(60 * 24 * HOUR_MS),
    answer: json({ access_token: 'T', token_type: 'bearer', expires_in: 5_184_000 }),
    refusal: [400, '{"error":{"message":"Missing client_id parameter.","type":"OAuthException","code":101}}'],
  },
  {
    name: 'Facebook, before JSON',
    takes: 'either',
    contentType: 'text/plain',
    answer: 'access_token=T&expires=5184000',
    gives: gives(60 * 24 * HOUR_MS),
  },
  {
    name: 'Strava',
    takes: 'form',
    gives: gives(6 * HOUR_MS, 'R'),
    answer: json({ ...common, expires_at: IN_6_HOURS_S, expires_in: undefined, athlete: { id: 1 } }),
    refusal: [
      401,
      '{"message":"Authorization Error","errors":[{"resource":"Application","code":"invalid"}]}',
    ],
  },
  {
    name: 'Instagram',
    takes: 'form',
    gives: gives(null),
    answer: json({ data: [{ access_token: 'T', user_id: '1', permissions: 'a,b' }] }),
    refusal: [
      400,
      '{"error_type":"OAuthException","code":400,"error_message":"You must provide a client_id"}',
    ],
  },
  {
    name: 'Mailchimp',
    takes: 'form',
    refusal: [400, '{"error":"invalid_client"}'],
    gives: gives(null),
    answer: json({ access_token: 'T', expires_in: 0, scope: null }),
  },
  {
    name: 'DocuSign',
    takes: 'basic',
    refusal: [400, '{"error":"unauthorized_client"}'],
    answer: json({ ...common, expires_in: '28800' }),
    gives: gives(8 * HOUR_MS, 'R'),
  },
  {
    name: 'Stripe Connect',
    takes: 'form',
    refusal: INVALID_CLIENT,
    gives: gives(null, 'R'),
    answer: json({ ...common, expires_in: undefined, stripe_user_id: 'acct_1', livemode: false }),
  },
  {
    name: 'HubSpot',
    takes: 'form',
    answer: json(common),
    gives: gives(HOUR_MS, 'R'),
    refusal: [400, '{"status":"BAD_CLIENT_ID","message":"missing or unknown client id"}'],
  },
  {
    name: 'QuickBooks',
    takes: 'basic',
    refusal: INVALID_CLIENT,
    gives: gives(HOUR_MS, 'R'),
    answer: json({ ...common, token_type: 'bearer', x_refresh_token_expires_in: 8_726_400 }),
  },
  {
    name: 'Google',
    takes: 'either',
    gives: gives(3_599_000),
    answer: json({
      access_token: 'T',
      expires_in: 3599,
      scope: 'https://a.example/x openid',
      id_token: 'a.b.c',
    }),
  },
  {
    name: 'Azure DevOps',
    takes: 'form',
    refusal: [400, '{"Error":"InvalidClient","message":"client_id"}'],
    answer: json({ ...common, token_type: 'jwt-bearer', expires_in: '3599' }),
    gives: gives(3_599_000, 'R'),
  },
  {
    name: 'Microsoft Entra, v1',
    takes: 'either',
    gives: gives(6 * HOUR_MS),
    answer: json({
      token_type: 'Bearer',
      expires_on: String(IN_6_HOURS_S),
      resource: 'r',
      access_token: 'T',
    }),
  },
  {
    name: 'Apigee',
    takes: 'basic',
    refusal: [401, '{"ErrorCode":"invalid_client"}'],
    answer: json({ access_token: 'T', token_type: 'BearerToken', expires_in: '3599', status: 'approved' }),
    gives: gives(3_599_000),
  },
  {
    name: 'Withings',
    takes: 'either',
    gives: gives(3 * HOUR_MS, 'R'),
    answer: json({ status: 0, body: { ...common, userid: '1', expires_in: 10_800, scope: 'a,b' } }),
  },
  {
    name: 'Twitch, whose scopes are a list',
    takes: 'form',
    gives: gives(4 * HOUR_MS, 'R'),
    refusal: [400, '{"status":400,"message":"missing client id"}'],
    answer: json({ ...common, token_type: 'bearer', expires_in: 14_400, scope: ['a:b'] }),
  },
  {
    name: 'a server that refuses fields that it doesn’t know',
    takes: 'basic',
    refusal: INVALID_CLIENT,
    refusesVerifier: [400, '{"error":"invalid_request","message":"Unknown field: code_verifier"}'],
    answer: json(common),
    gives: gives(HOUR_MS, 'R'),
  },
  {
    name: 'a server that creates its tokens',
    takes: 'either',
    status: 201,
    gives: gives(HOUR_MS, 'R'),
    answer: json(common),
  },
  {
    name: 'a server that fills every member with null',
    takes: 'either',
    gives: gives(null),
    answer: json({ access_token: 'T', token_type: null, expires_in: null, refresh_token: '', error: null }),
  },
  {
    name: 'a server that doesn’t decode Basic',
    takes: 'undecoded basic',
    refusal: INVALID_CLIENT,
    answer: json(common),
    gives: gives(HOUR_MS, 'R'),
  },
];
