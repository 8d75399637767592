import type { SigningScheme } from './signing-scheme';

/** A service that sends webhooks, and its proof of origin. */
export interface Sender {
  label: string;
  /** Null: it sends the secret itself, in `secretHeader`. */
  scheme: SigningScheme | null;
  secretHeader?: string;
}

type More = Partial<SigningScheme>;

const scheme = (header: string, more: More = {}): SigningScheme => ({
  headers: [header],
  algorithm: 'sha256',
  encoding: 'hex',
  prefix: '',
  separator: '',
  key: 'text',
  template: '{body}',
  time: null,
  ...more,
});
const base64 = (header: string, more: More = {}) => scheme(header, { encoding: 'base64', ...more });

/** The scheme of https://www.standardwebhooks.com, whose headers Svix calls by its own name. */
const standard = (name: string): SigningScheme =>
  base64(`${name}-signature`, {
    prefix: 'v1,',
    separator: ' ',
    key: 'whsec',
    time: { header: `${name}-timestamp` },
    template: `{header:${name}-id}.{timestamp}.{body}`,
  });

/** `t=<time>,v1=<hex>`, with one `v1` for each secret of the sender while it is rotated. */
const timeAndBody = (header: string): SigningScheme =>
  scheme(header, { prefix: 'v1=', separator: ',', time: { part: 't' }, template: '{timestamp}.{body}' });

/** Senders that sign with a secret, by the kind of the check. */
export const SENDERS = {
  asana: { label: 'Asana', scheme: scheme('X-Hook-Signature') },
  bitbucket: { label: 'Bitbucket, Jira', scheme: scheme('X-Hub-Signature', { prefix: 'sha256=' }) },
  box: {
    label: 'Box',
    scheme: base64('Box-Signature-Primary', {
      headers: ['Box-Signature-Primary', 'Box-Signature-Secondary'],
      template: '{body}{timestamp}',
      time: { header: 'Box-Delivery-Timestamp' },
    }),
  },
  calendly: { label: 'Calendly', scheme: timeAndBody('Calendly-Webhook-Signature') },
  contentful: {
    label: 'Contentful',
    scheme: scheme('X-Contentful-Signature', {
      template: '{method}\n{path}\n{signedHeaders}\n{body}',
      time: { header: 'X-Contentful-Timestamp' },
    }),
  },
  dropbox: { label: 'Dropbox', scheme: scheme('X-Dropbox-Signature') },
  github: { label: 'GitHub', scheme: scheme('X-Hub-Signature-256', { prefix: 'sha256=' }) },
  gitlab: { label: 'GitLab (secret token)', scheme: null, secretHeader: 'X-Gitlab-Token' },
  hubspot: {
    label: 'HubSpot (version 3)',
    scheme: base64('X-HubSpot-Signature-v3', {
      template: '{method}{decodedUrl}{body}{timestamp}',
      time: { header: 'X-HubSpot-Request-Timestamp' },
    }),
  },
  intercom: {
    label: 'Intercom',
    scheme: scheme('X-Hub-Signature', { algorithm: 'sha1', prefix: 'sha1=' }),
  },
  linear: { label: 'Linear', scheme: scheme('Linear-Signature', { time: { body: ['webhookTimestamp'] } }) },
  mailgun: { label: 'Mailgun', scheme: scheme('', { headers: [], template: '{mailgun}' }) },
  meta: {
    label: 'Meta: WhatsApp, Instagram, Facebook',
    scheme: scheme('X-Hub-Signature-256', { prefix: 'sha256=' }),
  },
  millrace: { label: 'Millrace', scheme: timeAndBody('Service-Signature') },
  notion: { label: 'Notion', scheme: scheme('X-Notion-Signature', { prefix: 'sha256=' }) },
  paddle: {
    label: 'Paddle',
    scheme: scheme('Paddle-Signature', {
      prefix: 'h1=',
      separator: ';',
      time: { part: 'ts' },
      template: '{timestamp}:{body}',
    }),
  },
  pagerduty: {
    label: 'PagerDuty',
    scheme: scheme('X-PagerDuty-Signature', { prefix: 'v1=', separator: ',' }),
  },
  paystack: { label: 'Paystack', scheme: scheme('X-Paystack-Signature', { algorithm: 'sha512' }) },
  shopify: { label: 'Shopify', scheme: base64('X-Shopify-Hmac-SHA256') },
  slack: {
    label: 'Slack',
    scheme: scheme('X-Slack-Signature', {
      prefix: 'v0=',
      template: 'v0:{timestamp}:{body}',
      time: { header: 'X-Slack-Request-Timestamp' },
    }),
  },
  square: { label: 'Square', scheme: base64('X-Square-HmacSha256-Signature', { template: '{url}{body}' }) },
  'standard-webhooks': {
    label: 'Standard Webhooks: OpenAI, GitLab, Supabase …',
    scheme: standard('webhook'),
  },
  stripe: { label: 'Stripe', scheme: timeAndBody('Stripe-Signature') },
  svix: { label: 'Svix: Clerk, Resend …', scheme: standard('svix') },
  trello: {
    label: 'Trello',
    scheme: base64('X-Trello-Webhook', { algorithm: 'sha1', template: '{body}{url}' }),
  },
  twilio: {
    label: 'Twilio',
    scheme: base64('X-Twilio-Signature', { algorithm: 'sha1', template: '{url}{form}' }),
  },
  twitch: {
    label: 'Twitch',
    scheme: scheme('Twitch-Eventsub-Message-Signature', {
      prefix: 'sha256=',
      template: '{header:Twitch-Eventsub-Message-Id}{timestamp}{body}',
      time: { header: 'Twitch-Eventsub-Message-Timestamp' },
    }),
  },
  typeform: { label: 'Typeform', scheme: base64('Typeform-Signature', { prefix: 'sha256=' }) },
  woocommerce: { label: 'WooCommerce', scheme: base64('X-WC-Webhook-Signature') },
  zendesk: {
    label: 'Zendesk',
    scheme: base64('X-Zendesk-Webhook-Signature', {
      template: '{timestamp}{body}',
      time: { header: 'X-Zendesk-Webhook-Signature-Timestamp' },
    }),
  },
  zoom: {
    label: 'Zoom',
    scheme: scheme('X-Zm-Signature', {
      prefix: 'v0=',
      template: 'v0:{timestamp}:{body}',
      time: { header: 'X-Zm-Request-Timestamp' },
    }),
  },
} as const satisfies Record<string, Sender>;

/** Senders that sign with a key of their own, whose public half is no secret. */
export const KEYED_SENDERS = {
  discord: {
    label: 'Discord',
    scheme: scheme('X-Signature-Ed25519', {
      algorithm: 'ed25519',
      key: 'hex',
      template: '{timestamp}{body}',
      time: { header: 'X-Signature-Timestamp' },
    }),
  },
  sendgrid: {
    label: 'SendGrid',
    scheme: base64('X-Twilio-Email-Event-Webhook-Signature', {
      algorithm: 'ecdsa-sha256',
      key: 'spki',
      template: '{timestamp}{body}',
      time: { header: 'X-Twilio-Email-Event-Webhook-Timestamp' },
    }),
  },
} as const satisfies Record<string, Sender>;

const kindsOf = <Kind extends string>(senders: Record<Kind, Sender>): [Kind, ...Kind[]] =>
  Object.keys(senders) as [Kind, ...Kind[]];
export const SENDER_KINDS = kindsOf(SENDERS);
export const KEYED_SENDER_KINDS = kindsOf(KEYED_SENDERS);

const ALL: Readonly<Record<string, Sender>> = { ...SENDERS, ...KEYED_SENDERS };
export const senderOf = (kind: string): Sender | null => (Object.hasOwn(ALL, kind) ? ALL[kind]! : null);

/** Options, sorted by label. */
export const SENDER_OPTIONS = Object.entries(ALL)
  .map(([value, { label }]) => ({ value, label }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'));
