import { inOtherClients, inPublished, type TokenPreset } from './preset';

/** Services that take a token of a person or an app as `Authorization: Bearer …`. */
export const TOKEN_PRESETS: readonly TokenPreset[] = [
  {
    id: 'openai-key',
    service: 'OpenAI',
    kind: 'bearer',
    register: 'Create a secret key under API keys, in the project that pays for the requests.',
    source: inPublished('https://platform.openai.com/docs/api-reference/authentication'),
  },
  {
    id: 'stripe-key',
    service: 'Stripe',
    kind: 'bearer',
    register: 'Create a restricted key under Developers, API keys, with the permissions that you need.',
    source: inOtherClients('https://docs.stripe.com/api/authentication'),
  },
  {
    id: 'sendgrid-key',
    service: 'SendGrid',
    kind: 'bearer',
    register: 'Create an API key with restricted access under Settings, API Keys.',
    source: inOtherClients(
      'https://www.twilio.com/docs/sendgrid/for-developers/sending-email/authentication',
    ),
  },
  {
    id: 'github-token',
    service: 'GitHub',
    kind: 'bearer',
    register: 'Generate a fine-grained personal access token under Settings, Developer settings.',
    source: inOtherClients('https://docs.github.com/en/rest/authentication/authenticating-to-the-rest-api'),
  },
  {
    id: 'notion-token',
    service: 'Notion',
    kind: 'bearer',
    register:
      'Create an internal integration and share the pages with it. Requests also need the header Notion-Version.',
    source: inPublished('https://developers.notion.com/reference/authentication'),
  },
  {
    id: 'airtable-token',
    service: 'Airtable',
    kind: 'bearer',
    register: 'Create a personal access token with the scopes and bases that you need.',
    source: inOtherClients('https://airtable.com/developers/web/api/authentication'),
  },
  {
    id: 'asana-token',
    service: 'Asana',
    kind: 'bearer',
    register: 'Create a personal access token in the developer console.',
    source: inPublished('https://developers.asana.com/docs/personal-access-token'),
  },
  {
    id: 'hubspot-token',
    service: 'HubSpot',
    kind: 'bearer',
    register: 'Create a private app with the scopes that you need, and copy its access token.',
    source: inOtherClients('https://developers.hubspot.com/docs/api/private-apps'),
  },
  {
    id: 'intercom-token',
    service: 'Intercom',
    kind: 'bearer',
    register: 'Create an app in the Developer Hub, and copy its access token under Authentication.',
    source: inPublished('https://developers.intercom.com/building-apps/docs/authentication'),
  },
  {
    id: 'slack-token',
    service: 'Slack',
    kind: 'bearer',
    register: 'Install an app of your own in the workspace, and copy its bot token (xoxb-…).',
    source: inPublished('https://docs.slack.dev/authentication/installing-with-oauth'),
  },
];
