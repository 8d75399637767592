import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { WrittenDocument } from '../../e2e/fixtures/api';

const resolve = createRequire(import.meta.url).resolve;
/** Reads a file of a package regardless of its exports. */
const fileOf = (name: string, file: string) =>
  readFileSync(path.join(path.dirname(resolve(`${name}/package.json`)), file), 'utf8');

/** The modules that React Flow needs, by the names used in their imports. */
const MODULES: Readonly<Record<string, () => string>> = {
  scheduler: () => fileOf('scheduler', 'cjs/scheduler.production.js'),
  react: () => fileOf('react', 'cjs/react.production.js'),
  'react/jsx-runtime': () => fileOf('react', 'cjs/react-jsx-runtime.production.js'),
  'react-dom': () => fileOf('react-dom', 'cjs/react-dom.production.js'),
  'react-dom/client': () => fileOf('react-dom', 'cjs/react-dom-client.production.js'),
  '@xyflow/react': () => fileOf('@xyflow/react', 'dist/umd/index.js'),
};

/**
 * Returns a page of React Flow alone: bare nodes with a name and their connections, drawn only in view. No
 * canvas built on React Flow can be faster.
 */
export function bareFlowPage({ blocks, edges }: WrittenDocument): string {
  const nodes = Object.values(blocks).map(({ id, name, position }) => ({
    id,
    position,
    data: { label: name },
  }));
  const defined = Object.entries(MODULES).map(
    ([name, text]) => `modules[${JSON.stringify(name)}] = (module, exports, require) => {${text()}\n};`,
  );
  const script = `
    const modules = {}, loaded = {};
    const process = { env: { NODE_ENV: 'production' } };
    const require = (name) => {
      if (loaded[name] === undefined) {
        const module = { exports: {} };
        loaded[name] = module;
        modules[name](module, module.exports, require);
      }
      return loaded[name].exports;
    };
    ${defined.join('\n')}
    const { createElement } = require('react');
    const { ReactFlow, SelectionMode } = require('@xyflow/react');
    const root = require('react-dom/client').createRoot(document.getElementById('flow'));
    root.render(createElement(ReactFlow, {
      defaultNodes: ${JSON.stringify(nodes)},
      defaultEdges: ${JSON.stringify(edges.map(({ id, source, target }) => ({ id, source, target })))},
      defaultViewport: { x: 48, y: 300, zoom: 0.8 },
      selectionMode: SelectionMode.Partial,
      onlyRenderVisibleElements: true,
      panOnScroll: true,
      minZoom: 0.01,
    }));`;
  return `<!doctype html><meta charset="utf-8">
    <style>${fileOf('@xyflow/react', 'dist/style.css')} body { margin: 0 } #flow { height: 100vh }</style>
    <div id="flow"></div>
    <script>${script.replaceAll('</script', '<\\/script')}</script>`;
}
