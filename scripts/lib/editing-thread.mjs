// @ts-check
import { register } from 'tsx/esm/api';

// In development nothing is bundled, so the thread compiles the modules that it loads.
register();
await import('../../lib/services/shared-edits/thread/main.ts');
