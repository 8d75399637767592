import { startTestApi } from '../../accounts/testing/test-api';

/**
 * Serves the API in a process of its own, which a test forks; it sends the test its origin and ends when
 * the test disconnects.
 */
const api = await startTestApi();
process.on('disconnect', () => process.exit());
process.send?.({ origin: api.origin });
