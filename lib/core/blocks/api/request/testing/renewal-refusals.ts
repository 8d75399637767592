/**
 * What a refusal of a refresh token means. `lost`: only a person can help. `passing`: the server's trouble of the
 * moment. `other`: the client, its settings or an unknown reason; another consent would not help.
 */
type Meaning = 'lost' | 'passing' | 'other';

/** A response to a renewal, as providers document it or as people have reported it (seen on 2026-11-29). */
export type RenewalRefusal = [server: string, meaning: Meaning, status: number, body: unknown];

export const RENEWAL_REFUSALS: readonly RenewalRefusal[] = [
  ['RFC 6749', 'lost', 400, { error: 'invalid_grant' }],
  ['the same with 401', 'lost', 401, { error: 'invalid_grant', error_description: 'Token is not active' }],
  ['GitHub', 'lost', 200, { error: 'bad_refresh_token', error_description: 'The token is incorrect.' }],
  ['Slack', 'lost', 200, { ok: false, error: 'invalid_refresh_token' }],
  ['Slack, a revoked one', 'lost', 200, { ok: false, error: 'token_revoked' }],
  ['Slack, a person who left', 'lost', 200, { ok: false, error: 'account_inactive' }],
  ['Zoho', 'lost', 200, { error: 'invalid_code' }],
  ['HubSpot', 'lost', 400, { status: 'BAD_REFRESH_TOKEN', message: 'missing or unknown refresh token' }],
  [
    'Entra, a second factor',
    'lost',
    400,
    { error: 'interaction_required', error_description: 'AADSTS50076: you must use multi-factor …' },
  ],
  ['Entra, consent', 'lost', 400, { error: 'consent_required', error_description: 'AADSTS65001: …' }],
  ['OpenID Connect', 'lost', 400, { error: 'login_required' }],
  ['Atlassian', 'lost', 403, { error: 'unauthorized_client', error_description: 'refresh_token is invalid' }],
  [
    'LinkedIn',
    'lost',
    400,
    {
      error: 'invalid_request',
      error_description: 'The provided authorization grant or refresh token is invalid, expired or revoked',
    },
  ],
  ['Zoom', 'lost', 401, { reason: 'Invalid Token!', error: 'invalid_request' }],
  ['TikTok', 'lost', 200, { error: 'invalid_request', error_description: 'Refresh token is expired.' }],
  ['Lark', 'lost', 400, { code: 20_037, msg: 'refresh token expired' }],
  ['WeChat', 'lost', 200, { errcode: 42_002, errmsg: 'refresh_token expired, hints: [req_id: x]' }],
  ['Withings', 'lost', 200, { status: 503, body: {}, error: 'Invalid Params: invalid refresh_token' }],
  [
    'Facebook',
    'lost',
    400,
    {
      error: {
        message: 'Error validating access token: Session has expired on Friday.',
        type: 'OAuthException',
        code: 190,
      },
    },
  ],
  ['a list of errors', 'lost', 400, { errors: [{ code: 'invalid_grant', detail: 'x' }] }],
  ['a list alone', 'lost', 400, [{ error: { code: 'invalid_grant' } }]],
  [
    'a later entry of a list',
    'lost',
    400,
    { errors: [{ code: 'E1' }, { message: 'Refresh token revoked' }] },
  ],
  ['another key', 'lost', 400, { Fault: { Reason: { Text: 'InvalidGrant' } } }],
  ['errors by field', 'lost', 422, { errors: { refresh_token: ['is invalid'] } }],
  ['plain text', 'lost', 400, 'Error: invalid_grant'],
  ['a sentence', 'lost', 400, 'The refresh token has already been used.'],

  ['a server that is down', 'passing', 503, 'Service Unavailable'],
  ['a fault with a code', 'passing', 500, { error: 'invalid_grant' }],
  ['a gateway', 'passing', 502, '<html>Bad Gateway: refresh token expired</html>'],
  ['a rate limit', 'passing', 429, { error: 'invalid_grant' }],
  ['a timeout', 'passing', 408, { error: 'invalid_grant' }],
  ['RFC 6749, 4.1.2.1', 'passing', 400, { error: 'temporarily_unavailable' }],
  [
    'the same of a token',
    'passing',
    200,
    {
      error: 'temporarily_unavailable',
      error_description: 'The refresh token could not be verified: expired?',
    },
  ],
  ['a fault behind 400', 'passing', 400, { error: 'server_error', message: 'token expired' }],

  ['a wrong secret', 'other', 401, { error: 'invalid_client', error_description: 'Invalid client secret' }],
  [
    'a client without renewals',
    'other',
    400,
    { error: 'unauthorized_client', error_description: 'The grant type refresh_token is not enabled.' },
  ],
  ['no such grant', 'other', 400, { error: 'unsupported_grant_type', message: 'invalid grant type' }],
  ['scopes', 'other', 400, { error: 'invalid_scope', error_description: 'refresh token: invalid scope' }],
  [
    'a request that it can’t read',
    'other',
    400,
    { error: 'invalid_request', message: 'refresh_token required' },
  ],
  ['an echo', 'other', 400, 'grant_type=refresh_token&refresh_token=abc&client_id=mill: invalid request'],
  ['a page', 'other', 403, '<html><title>Your session has expired</title></html>'],
  ['no words', 'other', 400, ''],
];
