import type { ConnectionKind, ConnectionSettings, OAuthSettings } from '../schema';

/** Where a preset's facts were read. */
interface PresetSource {
  /** The provider's published page. */
  url: string;
  /** ISO 8601 day. */
  checkedOn: string;
  /**
   * `provider`: read in what the provider publishes (documentation, OpenAPI document, SDK), as far as it could
   * be read. `compared`: the provider's page could not be read; other clients of the service use these facts.
   */
  by: 'provider' | 'compared';
}

/** The day on which all presets were last compared with their sources. */
const CHECKED_ON = '2026-11-29';

export const inPublished = (url: string): PresetSource => ({ url, checkedOn: CHECKED_ON, by: 'provider' });
export const inOtherClients = (url: string): PresetSource => ({
  url,
  checkedOn: CHECKED_ON,
  by: 'compared',
});

interface PresetOf<Kind extends ConnectionKind> {
  id: string;
  service: string;
  kind: Kind;
  /** What a person does at the provider first, in a sentence or two. */
  register: string;
  /** The name of the part `<account>` of the addresses, for services with an address for each customer. */
  account?: string;
  source: PresetSource;
}

export interface OAuthPreset
  extends PresetOf<'authorizationCode'>,
    Pick<OAuthSettings, 'authorizeUrl' | 'tokenUrl' | 'scopes' | 'sendCredentials'> {
  parameters?: OAuthSettings['parameters'];
  pkce?: OAuthSettings['pkce'];
}

export type TokenPreset = PresetOf<'bearer'>;

export interface BasicPreset extends PresetOf<'basic'> {
  /** Empty when it is the person's own. */
  username: string;
}

export interface KeyPreset extends PresetOf<'apiKey'> {
  in: 'header' | 'query';
  keyName: string;
}

export type ConnectionPreset = OAuthPreset | TokenPreset | BasicPreset | KeyPreset;

/** Returns an address with the customer's name in it; the address itself while the name is empty. */
export const withAccount = (url: string, account: string): string =>
  account.trim() === '' ? url : url.replaceAll('<account>', account.trim());

type WithoutName<Settings> = Settings extends unknown ? Omit<Settings, 'name'> : never;
type PresetSettings = WithoutName<Exclude<ConnectionSettings, { kind: 'clientCredentials' }>>;

/** Returns a preset's settings of a new connection; what only the person knows is empty. */
export function settingsOfPreset(preset: ConnectionPreset, account = ''): PresetSettings {
  switch (preset.kind) {
    case 'bearer':
      return { kind: preset.kind };
    case 'basic':
      return { kind: preset.kind, username: preset.username };
    case 'apiKey':
      return { kind: preset.kind, in: preset.in, keyName: preset.keyName };
    case 'authorizationCode': {
      const { kind, scopes, sendCredentials, parameters = [], pkce = 'automatic' } = preset;
      return {
        kind,
        authorizeUrl: withAccount(preset.authorizeUrl, account),
        tokenUrl: withAccount(preset.tokenUrl, account),
        clientId: '',
        scopes,
        sendCredentials,
        parameters,
        pkce,
        exchangeParameters: [],
        renewalParameters: [],
        expiredAnswers: [],
      };
    }
  }
}
