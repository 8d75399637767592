import { startListening } from '../../../platform/postgres/notify';
import { startHeartbeat } from '../../../platform/postgres/process-lease';
import { startTestApi } from '../../accounts/testing/test-api';

/**
 * A process of its own that serves the API and hears of what others announce: forked by a test, which is told
 * where it listens and ends it by disconnecting.
 */
await startListening();
await startHeartbeat('server');
const api = await startTestApi();
process.on('disconnect', () => process.exit());
process.send?.({ origin: api.origin });
