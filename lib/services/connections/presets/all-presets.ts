import { BASIC_PRESETS } from './basic-presets';
import { KEY_PRESETS } from './key-presets';
import { OAUTH_PRESETS } from './oauth-presets';
import type { ConnectionPreset } from './preset';
import { TOKEN_PRESETS } from './token-presets';

/** All presets by service; of one service, the one where a person signs in comes first. */
export const CONNECTION_PRESETS: readonly ConnectionPreset[] = [
  ...OAUTH_PRESETS,
  ...TOKEN_PRESETS,
  ...BASIC_PRESETS,
  ...KEY_PRESETS,
].toSorted((one, other) => one.service.localeCompare(other.service, 'en'));
