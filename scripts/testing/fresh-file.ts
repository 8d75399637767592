import { vi } from 'vitest';
import { beginFile } from './begin-file';

/**
 * Unit tests share a process, because starting one and loading the libraries took longer than most files' tests.
 * Each file begins as if it were the first: our modules are evaluated again. Only libraries stay loaded.
 */
beginFile();
vi.resetModules();
