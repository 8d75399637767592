import type { ReferenceScope } from '../references/read-path';
import { parseRow, resolveQueryRow } from '../references/resolve-rows';
import { isLoneValue, resolveLone, valueText } from '../references/resolve-text';
import { type KnownHead, parseTemplate, type Template } from '../references/template';
import type { Body, ResolvedBody } from './body';
import { type Draft, firstToFail } from './draft';
import { draftRows, sentRows } from './draft-rows';
import { draftJson } from './draft-texts';
import { resolvePartRow } from './resolve-parts';
import type { PartRow } from './rows';
import { chargedFile, type SentFile } from './sent-file';

/** Drafts a body by its kind, with its references. */
export function draftBody(body: Body, isKnownHead: KnownHead, label: string): Draft {
  switch (body.kind) {
    case 'none':
      return { resolve: () => body, templates: [] };
    case 'json': {
      if (body.value.trim() === '') return { resolve: () => ({ kind: 'none' }), templates: [] };
      const json = draftJson(body.value, isKnownHead, label);
      return {
        ...json,
        ...inMember('.value'),
        resolve: (scope) => ({ kind: 'json', value: json.resolve(scope) }),
      };
    }
    case 'raw': {
      const template = parseTemplate(body.value, isKnownHead, 'ours', 'lone');
      const read = isLoneValue(template) ? bytesOrText : resolveLone;
      const resolve = (scope: ReferenceScope) => ({ ...body, value: read(template, scope) });
      return { resolve, templates: [template], ...inMember('.value') };
    }
    case 'graphql': {
      // The query is source code: values reach it only through its variables.
      const variables = draftJson(body.variables.trim() || '{}', isKnownHead, label);
      return {
        ...variables,
        ...inMember('.variables'),
        resolve: (scope) => ({ ...body, variables: variables.resolve(scope) }),
      };
    }
    case 'multipart':
      return draftParts(body.rows, isKnownHead);
    case 'form': {
      const rows = draftRows(body.rows, isKnownHead, resolveQueryRow);
      return {
        ...rows,
        ...inRows(rows),
        resolve: (scope) => ({ kind: 'form', rows: rows.resolve(scope) }),
      };
    }
  }
}

/** The places in a body that is one text. */
const inMember = (place: string) => ({ places: [place], problemPlace: place, faultyPart: () => place });

/** The places in a body that is rows. */
const inRows = ({ places, faultyPart }: Draft): Pick<Draft, 'places' | 'faultyPart'> => ({
  places: (places ?? []).map((place) => `.rows${place}`),
  faultyPart: (scope) => `.rows${faultyPart?.(scope) ?? ''}`,
});

/** Sends a lone reference to bytes as bytes; everything else is text. */
function bytesOrText(template: Template, scope: ReferenceScope): string | SentFile {
  const value = resolveLone(template, scope);
  return chargedFile(value, scope.budget) ?? valueText(value, scope.budget);
}

function draftParts(rows: readonly PartRow[], isKnownHead: KnownHead): Draft {
  const parts = sentRows(rows).map(({ row, place }) => ({
    ...parseRow(row, isKnownHead),
    filename: parseTemplate(row.filename ?? '', isKnownHead),
    contentType: parseTemplate(row.contentType ?? '', isKnownHead),
    place,
  }));
  const resolve = (scope: ReferenceScope): ResolvedBody => {
    return { kind: 'multipart', rows: parts.flatMap((part) => resolvePartRow(part, scope)) };
  };
  const templates = parts.flatMap((part) => [part.key, part.value, part.filename, part.contentType]);
  const members = ['key', 'value', 'filename', 'contentType'];
  const places = parts.flatMap(({ place }) => members.map((member) => `${place}.${member}`));
  const faultyPart = (scope: ReferenceScope) => firstToFail(parts, (part) => resolvePartRow(part, scope));
  return { resolve, templates, ...inRows({ resolve, templates, places, faultyPart }) };
}
