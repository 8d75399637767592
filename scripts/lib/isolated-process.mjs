// @ts-check
import { register } from 'tsx/esm/api';

// In development and in tests nothing is bundled, so the process compiles the modules that it loads.
register();
await import('../../lib/services/runs/isolated-child/main.ts');
