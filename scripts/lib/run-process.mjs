// @ts-check
import { register } from 'tsx/esm/api';

// Where nothing is bundled (development and tests) the process compiles what it reads.
register();
await import('../../lib/services/runs/in-process/main.ts');
