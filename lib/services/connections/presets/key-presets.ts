import { inOtherClients, inPublished, type KeyPreset } from './preset';

/** Services that take a key in a header or parameter of their own. */
export const KEY_PRESETS: readonly KeyPreset[] = [
  {
    id: 'anthropic-key',
    service: 'Anthropic',
    kind: 'apiKey',
    in: 'header',
    keyName: 'x-api-key',
    register: 'Create an API key in the Console. Requests also need the header anthropic-version.',
    source: inPublished('https://docs.claude.com/en/api/overview'),
  },
  {
    id: 'gemini-key',
    service: 'Google Gemini',
    kind: 'apiKey',
    in: 'header',
    keyName: 'x-goog-api-key',
    register: 'Create an API key in Google AI Studio.',
    source: inOtherClients('https://ai.google.dev/gemini-api/docs/api-key'),
  },
  {
    id: 'shopify-token',
    service: 'Shopify',
    kind: 'apiKey',
    in: 'header',
    keyName: 'X-Shopify-Access-Token',
    register:
      'Create a custom app for the store, install it, and copy its Admin API access token. Requests go to ' +
      'https://your-store.myshopify.com/admin/api/.',
    source: inOtherClients('https://shopify.dev/docs/api/admin-rest#authentication'),
  },
  {
    id: 'linear-key',
    service: 'Linear',
    kind: 'apiKey',
    in: 'header',
    keyName: 'Authorization',
    register: 'Create a personal API key under Settings, Security & access. It is sent without “Bearer”.',
    source: inOtherClients('https://linear.app/developers/graphql#personal-api-keys'),
  },
  {
    id: 'clickup-token',
    service: 'ClickUp',
    kind: 'apiKey',
    in: 'header',
    keyName: 'Authorization',
    register: 'Generate a personal token (pk_…) under Settings, Apps. It is sent without “Bearer”.',
    source: inPublished('https://developer.clickup.com/docs/authentication'),
  },
  {
    id: 'monday-token',
    service: 'monday.com',
    kind: 'apiKey',
    in: 'header',
    keyName: 'Authorization',
    register: 'Copy your personal token under Developers, My access tokens. It is sent without “Bearer”.',
    source: inOtherClients('https://developer.monday.com/api-reference/docs/authentication'),
  },
  {
    id: 'trello-key',
    service: 'Trello',
    kind: 'apiKey',
    in: 'header',
    keyName: 'Authorization',
    register:
      'Generate an API key for a Power-Up, and a token with it. Write both as the key: ' +
      'OAuth oauth_consumer_key="your key", oauth_token="your token".',
    source: inOtherClients('https://developer.atlassian.com/cloud/trello/guides/rest-api/authorization/'),
  },
  {
    id: 'discord-bot',
    service: 'Discord',
    kind: 'apiKey',
    in: 'header',
    keyName: 'Authorization',
    register: 'Copy the token of a bot from the developer portal, and write “Bot” and a space before it.',
    source: inPublished('https://discord.com/developers/docs/reference#authentication'),
  },
  {
    id: 'gitlab-token',
    service: 'GitLab',
    kind: 'apiKey',
    in: 'header',
    keyName: 'PRIVATE-TOKEN',
    register: 'Create a personal, project or group access token with the scopes that you need.',
    source: inOtherClients('https://docs.gitlab.com/api/rest/authentication/'),
  },
  {
    id: 'figma-token',
    service: 'Figma',
    kind: 'apiKey',
    in: 'header',
    keyName: 'X-Figma-Token',
    register: 'Generate a personal access token under Settings, Security.',
    source: inPublished('https://developers.figma.com/docs/rest-api/authentication'),
  },
];
