import { startListening } from '../../../platform/postgres/notify';
import { startHeartbeat } from '../../../platform/postgres/process-lease';
import { startTestApi } from '../../accounts/testing/test-api';

/**
 * Runs a process that serves the API and receives the notifications of others. A test forks it, receives
 * its address, and ends it by disconnecting.
 */
await startListening();
await startHeartbeat('server');
const api = await startTestApi();
process.on('disconnect', () => process.exit());
process.send?.({ origin: api.origin });
