import { startTestApi } from '../../accounts/testing/test-api';

/**
 * A process of its own that serves the API: forked by a test, which is told where it listens and ends it by
 * disconnecting.
 */
const api = await startTestApi();
process.on('disconnect', () => process.exit());
process.send?.({ origin: api.origin });
