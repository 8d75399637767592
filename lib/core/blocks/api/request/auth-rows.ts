import type { SentAuth } from '../../auth';
import { bareToken } from '../config/check-auth';

type Pair = [key: string, value: string];

/** The headers and parameters that a preset adds to a request. */
export interface AuthRows {
  headers: Pair[];
  params: Pair[];
  /** Credentials in the form in which they are sent. */
  secrets: string[];
  warnings: string[];
}

/** Returns the header or query parameter of a preset. */
export function authRows(auth: SentAuth): AuthRows {
  switch (auth.kind) {
    case 'bearer': {
      const token = bareToken(auth.token);
      const isDoubled = token !== auth.token.trim();
      const warnings = isDoubled ? ['The token began with "Bearer"; the word is sent once.'] : [];
      return { ...authorization(`Bearer ${token}`, token), warnings };
    }
    case 'basic': {
      const credentials = Buffer.from(`${auth.username}:${auth.password}`).toString('base64');
      return authorization(`Basic ${credentials}`, credentials);
    }
    case 'apiKey': {
      const row: Pair = [auth.name.trim(), auth.apiKey.trim()];
      const places = auth.in === 'header' ? { headers: [row], params: [] } : { headers: [], params: [row] };
      return { ...places, secrets: [row[1]], warnings: [] };
    }
  }
}

function authorization(value: string, secret: string): AuthRows {
  return { headers: [['Authorization', value]], params: [], secrets: [secret], warnings: [] };
}
