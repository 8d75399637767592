import type { Authenticate } from '../http/handle';

/** Who sends this request: an API key, a signed-in person, or nobody. */
export const authenticate: Authenticate = async () => null;
