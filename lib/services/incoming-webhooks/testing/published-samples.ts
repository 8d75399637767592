/** A request that a sender, or its own library's tests, published with its signature. */
export interface Sample {
  kind: string;
  /** The place where it was published. */
  from: string;
  secret: string;
  headers: Record<string, string>;
  body: string;
  method?: string;
  url?: string;
  /** The time of signing in milliseconds; for schemes without a time, any. */
  atMs?: number;
}

const EVERYBODY = "It's a Secret to Everybody";

const BOX = {
  secret: 'SamplePrimaryKey',
  body:
    '{"type":"webhook_event","webhook":{"id":"1234567890"},"trigger":"FILE.UPLOADED",' +
    '"source":{"id":"1234567890","type":"file","name":"Test.txt"}}',
  atMs: Date.parse('2020-01-01T00:00:00-07:00'),
};

const TWILIO = { kind: 'twilio', secret: '12345', url: 'https://mycompany.com/myapp.php?foo=1&bar=2' };
const FORM = 'application/x-www-form-urlencoded';

const STANDARD = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  body: '{"test": 2432232314}',
  atMs: 1_614_265_330_000,
};
const standardHeaders = (name: string) => ({
  [`${name}-id`]: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  [`${name}-timestamp`]: '1614265330',
  [`${name}-signature`]: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
});

const HUBSPOT = {
  kind: 'hubspot',
  secret: 'yyyyyyyy-yyyy-yyyy-yyyy-yyyyyyyyyyyy',
  body: "{'example_field':'example_value'}",
  url: 'https://www.example.com/webhook_uri',
};

export const PUBLISHED: readonly Sample[] = [
  {
    kind: 'github',
    from: 'docs.github.com, Validating webhook deliveries',
    secret: EVERYBODY,
    body: 'Hello, World!',
    headers: {
      'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    },
  },
  {
    kind: 'bitbucket',
    from: 'support.atlassian.com, Manage webhooks',
    secret: EVERYBODY,
    body: 'Hello World!',
    headers: { 'x-hub-signature': 'sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9' },
  },
  {
    kind: 'slack',
    from: 'docs.slack.dev, Verifying requests from Slack',
    secret: '8f742231b10e8888abcd99yyyzzz85a5',
    body:
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V' +
      '&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=' +
      '&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554' +
      '%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
    headers: {
      'x-slack-request-timestamp': '1531420618',
      'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    },
    atMs: 1_531_420_618_000,
  },
  {
    ...TWILIO,
    from: 'twilio.com/docs, Validating requests; the tests of its libraries',
    body: 'Digits=1234&To=%2B18005551212&From=%2B14158675309&Caller=%2B14158675309&CallSid=CA1234567890ABCDE',
    headers: { 'content-type': FORM, 'x-twilio-signature': 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' },
  },
  {
    ...TWILIO,
    from: 'the tests of twilio-php and twilio-python: a field several times',
    body: 'Sid=CA123&SidAccount=AC123&Digits=5678&Digits=1234&Digits=1234',
    headers: { 'content-type': FORM, 'x-twilio-signature': 'IK+Dwps556ElfBT0I3Rgjkr1wJU=' },
  },
  {
    kind: 'standard-webhooks',
    from: 'the tests of its reference libraries',
    ...STANDARD,
    headers: standardHeaders('webhook'),
  },
  {
    kind: 'svix',
    from: 'docs.svix.com, the tests of its libraries',
    ...STANDARD,
    headers: standardHeaders('svix'),
  },
  {
    kind: 'square',
    from: 'developer.squareup.com, Verify and validate an event notification',
    secret: 'asdf1234',
    body: '{"hello":"world"}',
    url: 'https://example.com/webhook',
    headers: { 'x-square-hmacsha256-signature': '2kRE5qRU2tR+tBGlDwMEw2avJ7QM4ikPYD/PJ3bd9Og=' },
  },
  {
    ...HUBSPOT,
    from: 'the tests of hubspot-api-python',
    atMs: 1_693_657_560_000,
    headers: {
      'x-hubspot-request-timestamp': '1693657560000',
      'x-hubspot-signature-v3': 'K36dawei4A+QBNolUOqo7s91KQDWQ5MXZ/QufNYuk/Y=',
    },
  },
  {
    ...HUBSPOT,
    from: 'the tests of hubspot-api-ruby',
    atMs: 1_700_000_300_000,
    headers: {
      'x-hubspot-request-timestamp': '1700000300000',
      'x-hubspot-signature-v3': 'RnbPH7+UMKVkbV32P8bz450N4M56aPmcru1+D3kSDtw=',
    },
  },
  {
    kind: 'box',
    from: 'the tests of its libraries: the primary key',
    ...BOX,
    headers: {
      'box-delivery-timestamp': '2020-01-01T00:00:00-07:00',
      'box-signature-primary': '6TfeAW3A1PASkgboxxA5yqHNKOwFyMWuEXny/FPD5hI=',
      'box-signature-secondary': 'v+1CD1Jdo3muIcbpv5lxxgPglOqMfsNHPV899xWYydo=',
    },
  },
  {
    kind: 'box',
    from: 'the same, the secondary key',
    ...BOX,
    secret: 'SampleSecondaryKey',
    headers: {
      'box-delivery-timestamp': '2020-01-01T00:00:00-07:00',
      'box-signature-primary': '6TfeAW3A1PASkgboxxA5yqHNKOwFyMWuEXny/FPD5hI=',
      'box-signature-secondary': 'v+1CD1Jdo3muIcbpv5lxxgPglOqMfsNHPV899xWYydo=',
    },
  },
  {
    kind: 'paddle',
    from: 'paddle-go-sdk, example_webhook_verifier_test.go',
    secret: 'pdl_ntfset_01hsdn8d43dt7mezr1ef2jtbaw_hKkRiCGyyRhbFwIUuqiTBgI7gnWoV0Gr',
    body:
      '{"data":{"id":"pri_01hsdn96k2hxjzsq5yerecdj9j","name":null,"status":"active","quantity":{"maximum":' +
      '999999,"minimum":1},"tax_mode":"account_setting","product_id":"pro_01hsdn8qp7yydry3x1yeg6a9rv",' +
      '"unit_price":{"amount":"1000","currency_code":"USD"},"custom_data":null,"description":"testing",' +
      '"import_meta":null,"trial_period":null,"billing_cycle":{"interval":"month","frequency":1},' +
      '"unit_price_overrides":[]},"event_id":"evt_01hsdn97563968dy0szkmgjwh3","event_type":"price.created",' +
      '"occurred_at":"2024-03-20T10:07:35.590857Z","notification_id":"ntf_01hsdn977e920kbgzt6r6c9rqc"}',
    headers: {
      'paddle-signature': 'ts=1710929255;h1=6c05ef8fa83c44d751be6d259ec955ce5638e2c54095bf128e408e2fce1589c8',
    },
    atMs: 1_710_929_255_000,
  },
  {
    kind: 'notion',
    from: 'developers.notion.com, Webhooks',
    secret: 'secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl',
    body: '{"verification_token":"secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl"}',
    headers: {
      'x-notion-signature': 'sha256=461e8cbcba8a75c3edd866f0e71280f5a85cbf21eff040ebd10fe266df38a735',
    },
  },
  {
    kind: 'sendgrid',
    from: 'the tests of its libraries',
    secret:
      'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaIN' +
      'XvVpiglSI8eNEc6wEA3F+g==',
    body:
      '[{"email":"hello@world.com","event":"dropped","reason":"Bounced Address",' +
      '"sg_event_id":"ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA",' +
      '"sg_message_id":"LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0",' +
      '"smtp-id":"<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>","timestamp":1600112492}]\r\n',
    headers: {
      'x-twilio-email-event-webhook-timestamp': '1600112502',
      'x-twilio-email-event-webhook-signature':
        'MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89M15TluLtEZtM=',
    },
    atMs: 1_600_112_502_000,
  },
  {
    kind: 'pagerduty',
    from: 'go-pagerduty, webhookv3_test.go',
    secret: 'lDQHScfUeXUKaQRNF+8XIiDKZ7XX3itBAYzwU0TARw8lJqRnkKl2iB1anSb0Z+IK',
    body:
      '{"event":{"id":"01BWDWL3NYY7LUFPZCC28QUCMK","event_type":"incident.priority_updated",' +
      '"resource_type":"incident","occurred_at":"2021-04-26T17:36:27.458Z","agent":{"html_url":' +
      '"https://acme.pagerduty.com/users/PLH1HKV","id":"PLH1HKV","self":' +
      '"https://api.pagerduty.com/users/PLH1HKV","summary":"Tenex Engineer","type":"user_reference"},' +
      '"client":null,"data":{"id":"PGR0VU2","type":"incident","self":' +
      '"https://api.pagerduty.com/incidents/PGR0VU2","html_url":' +
      '"https://acme.pagerduty.com/incidents/PGR0VU2","number":2,"status":"triggered","title":' +
      '"A little bump in the road","service":{"html_url":"https://acme.pagerduty.com/services/PF9KMXH",' +
      '"id":"PF9KMXH","self":"https://api.pagerduty.com/services/PF9KMXH","summary":"API Service","type":' +
      '"service_reference"},"assignees":[{"html_url":"https://acme.pagerduty.com/users/PTUXL6G","id":' +
      '"PTUXL6G","self":"https://api.pagerduty.com/users/PTUXL6G","summary":"User 123","type":' +
      '"user_reference"}],"escalation_policy":{"html_url":' +
      '"https://acme.pagerduty.com/escalation_policies/PUS0KTE","id":"PUS0KTE","self":' +
      '"https://api.pagerduty.com/escalation_policies/PUS0KTE","summary":"Default","type":' +
      '"escalation_policy_reference"},"teams":[{"html_url":"https://acme.pagerduty.com/teams/PFCVPS0",' +
      '"id":"PFCVPS0","self":"https://api.pagerduty.com/teams/PFCVPS0","summary":"Engineering","type":' +
      '"team_reference"}],"priority":{"html_url":"https://acme.pagerduty.com/account/incident_priorities",' +
      '"id":"PSO75BM","self":"https://api.pagerduty.com/priorities/PSO75BM","summary":"P1","type":' +
      '"priority_reference"},"urgency":"high","conference_bridge":{"conference_number":1000,' +
      '"conference_url":"https://example.com"},"resolve_reason":null}}}',
    headers: {
      'x-pagerduty-signature': 'v1=0c0b9495b893a39e70d1fea2fe11fbe0a825f88b9f67846f6cc07dd2bc5476cd',
    },
  },
];
