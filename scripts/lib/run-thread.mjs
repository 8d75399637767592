// @ts-check
import { register } from 'tsx/esm/api';

// Where nothing is bundled (development and tests) the thread compiles what it reads: a thread doesn't inherit the process's loader.
register();
await import('../../lib/runs/threads/main.ts');
