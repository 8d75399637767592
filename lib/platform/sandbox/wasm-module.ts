import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { processSingleton } from '../process-singleton';

/** Returns QuickJS, compiled once; threads share the compiled code. `file`: by default the package's. */
export function compiledQuickJs(file?: URL): WebAssembly.Module {
  return processSingleton(
    'quickjs-wasm',
    () => new WebAssembly.Module(readFileSync(file ?? fileOfPackage())),
  );
}

function fileOfPackage(): string {
  const fromProject = createRequire(join(process.cwd(), 'package.json'));
  const fromQuickJs = createRequire(fromProject.resolve('quickjs-emscripten'));
  return fromQuickJs.resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
}
