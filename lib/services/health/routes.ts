import { type Operation, publicOperation } from '../access/operation';
import { checkReadiness } from './check-readiness';
import { getHealthEndpoint, getReadinessEndpoint } from './endpoints';

export const healthRoutes: readonly Operation[] = [
  publicOperation(getHealthEndpoint, async () => ({ status: 'ok' as const })),
  publicOperation(getReadinessEndpoint, () => checkReadiness()),
];
