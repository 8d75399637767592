'use client';

import type { EditorState } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import { graphqlLanguage } from 'cm6-graphql';
import type { GraphQLSchema } from 'graphql';
import { useMemo } from 'react';
import { codeExtensions } from '../code/code-extensions';
import { formatGraphql } from '../code/format-code';
import { completeGraphql, describeGraphql, findGraphqlProblem, readSchema } from '../code/graphql-text';
import { drawTip, HOVER_MS } from './chip-tooltip';
import type { CodeOffer, CodeTools } from './code-tools';
import TextEditor from './text-editor';
import type { LoadedEditorProps } from './text-frame';

/**
 * The editor of a query: checks only its syntax while no schema is known, else also the schema. Loaded on
 * first use.
 */
export default function GraphqlEditor(props: LoadedEditorProps) {
  const { schema: told } = props;
  const tools = useMemo(() => toolsWith(told === undefined ? null : readSchema(told)), [told]);
  return <TextEditor {...props} tools={tools} />;
}

const EXTENSIONS = codeExtensions(graphqlLanguage, { isShort: false });

function toolsWith(schema: GraphQLSchema | null): CodeTools {
  const common = {
    format: formatGraphql,
    placeAt: () => null,
    snippets: [],
    findProblem: (text: string) => findGraphqlProblem(text, schema),
  };
  if (schema === null) return { ...common, extensions: EXTENSIONS, fine: 'No syntax errors' };
  return {
    ...common,
    extensions: [EXTENSIONS, descriptions(schema)],
    complete: (state, isAsked) => offerAt(state, schema, isAsked),
    fine: 'Valid for the schema',
  };
}

function offerAt(state: EditorState, schema: GraphQLSchema, isAsked: boolean): CodeOffer | null {
  const { head } = state.selection.main;
  const offer = completeGraphql(state.doc.toString(), head, { schema, isAsked });
  if (offer === null) return null;
  return {
    start: offer.start,
    options: offer.options.map(({ label, type, description }) => ({
      insert: label,
      enter: null,
      label,
      detail: type,
      origin: '',
      preview: description,
      icon: null,
    })),
  };
}

/** Shows the schema's types and descriptions of the hovered name. */
const descriptions = (schema: GraphQLSchema) =>
  hoverTooltip(
    ({ state }, at) => {
      const word = state.wordAt(at);
      const said = word && describeGraphql(state.doc.toString(), word.from, schema);
      if (word === null || said === null) return null;
      const dom = drawTip(said.signature, said.description);
      return { pos: word.from, end: word.to, above: true, create: () => ({ dom }) };
    },
    { hoverTime: HOVER_MS },
  );
