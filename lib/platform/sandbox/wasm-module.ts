import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { processSingleton } from '../process-singleton';

/** Returns the package's QuickJS, compiled once; threads share the compiled code. */
export function compiledQuickJs(): WebAssembly.Module {
  return processSingleton('quickjs-wasm', () => {
    const fromProject = createRequire(join(process.cwd(), 'package.json'));
    const fromQuickJs = createRequire(fromProject.resolve('quickjs-emscripten'));
    return new WebAssembly.Module(
      readFileSync(fromQuickJs.resolve('@jitl/quickjs-wasmfile-release-sync/wasm')),
    );
  });
}
