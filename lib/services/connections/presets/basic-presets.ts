import { type BasicPreset, inOtherClients, inPublished } from './preset';

/** Services that take a user name and a password, or what they put in their places. */
export const BASIC_PRESETS: readonly BasicPreset[] = [
  {
    id: 'twilio-key',
    service: 'Twilio',
    kind: 'basic',
    username: '',
    register: 'The user name is the Account SID (AC…), the password the Auth Token. An API key works too.',
    source: inPublished('https://www.twilio.com/docs/iam/api-keys'),
  },
  {
    id: 'jira-token',
    service: 'Jira and Confluence',
    kind: 'basic',
    username: '',
    register: 'The user name is your email address, the password an API token of your Atlassian account.',
    source: inOtherClients('https://developer.atlassian.com/cloud/jira/platform/basic-auth-for-rest-apis/'),
  },
  {
    id: 'zendesk-token',
    service: 'Zendesk',
    kind: 'basic',
    username: '',
    register:
      'The user name is your email address followed by /token, the password an API token of the Admin Center.',
    source: inOtherClients('https://developer.zendesk.com/api-reference/introduction/security-and-auth/'),
  },
  {
    id: 'mailchimp-key',
    service: 'Mailchimp',
    kind: 'basic',
    username: 'key',
    register:
      'The password is an API key; the user name may be any text. The end of the key (us6, for example) is the ' +
      'data center that requests go to.',
    source: inOtherClients('https://mailchimp.com/developer/marketing/guides/quick-start/'),
  },
];
