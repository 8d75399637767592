const ts = require('typescript');

/** The members of an endpoint that a client needs to call it. */
const KEPT = new Set(['id', 'method', 'path']);

/**
 * Reduces `defineEndpoint({…})` for the browser's bundles to the members needed for a call: its schemas are
 * for the server and the API's document, and building them slows the start of each page. `source`: a module
 * of endpoints in TypeScript. @returns the module without them, and without code that only they used
 */
function endpointsForBrowser(source) {
  let text = withoutSchemas(source);
  for (let before = ''; before !== text; ) {
    before = text;
    text = withoutUnused(text);
  }
  return text;
}

const parse = (text) => ts.createSourceFile('endpoints.ts', text, ts.ScriptTarget.Latest, true);

function withoutSchemas(text) {
  const cuts = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'defineEndpoint')
      for (const member of node.arguments[0].properties)
        if (member.name !== undefined && !KEPT.has(member.name.getText())) cuts.push(member);
    ts.forEachChild(node, visit);
  };
  const file = parse(text);
  visit(file);
  return cut(text, cuts);
}

/** Removes unused imports, constants and functions. */
function withoutUnused(text) {
  const file = parse(text);
  const uses = new Map();
  const visit = (node) => {
    if (ts.isIdentifier(node)) uses.set(node.text, (uses.get(node.text) ?? 0) + 1);
    ts.forEachChild(node, visit);
  };
  visit(file);
  const isUnused = (name) => uses.get(name.text) === 1;
  const cuts = file.statements.flatMap((statement) => {
    if (ts.isImportDeclaration(statement)) return unusedImports(statement, isUnused);
    const isOwn = !statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    const names = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map(({ name }) => name)
      : ts.isFunctionDeclaration(statement)
        ? [statement.name]
        : [];
    return isOwn && names.length > 0 && names.every((name) => ts.isIdentifier(name) && isUnused(name))
      ? [statement]
      : [];
  });
  return cut(text, cuts);
}

/** Returns the whole declaration if nothing of it is used, else its unused names. */
function unusedImports(statement, isUnused) {
  const named = statement.importClause?.namedBindings;
  if (named === undefined || !ts.isNamedImports(named)) return [];
  const unused = named.elements.filter(({ name }) => isUnused(name));
  return unused.length === named.elements.length ? [statement] : unused;
}

/** Returns `text` without these nodes and the comma after each. */
function cut(text, nodes) {
  let rest = text;
  for (const node of [...nodes].reverse()) {
    const after = rest.slice(node.end);
    rest = rest.slice(0, node.getFullStart()) + (after.startsWith(',') ? after.slice(1) : after);
  }
  return rest;
}

module.exports = endpointsForBrowser;
