import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { textTheme } from '../../code/text-theme';

const marks = EditorView.theme({
  '.other-selection': { background: 'color-mix(in oklab, var(--of-person) 28%, transparent)' },
  // A colour nearer to the text's is visible on the background in light and dark themes.
  '.other-caret': {
    width: '2px',
    marginLeft: '-1px',
    pointerEvents: 'none',
    background: 'color-mix(in oklab, var(--of-person) 62%, var(--ink))',
  },
  '.other-name': {
    maxWidth: '10rem',
    padding: '2px 5px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    borderRadius: '4px 4px 4px 0',
    color: 'white',
    fontFamily: 'var(--font-sans)',
    fontSize: '11px',
    lineHeight: '14px',
    fontWeight: '500',
    pointerEvents: 'none',
  },
  '.ref-chip': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--accent)',
    borderRadius: '4px',
    padding: '1px 3px',
    margin: '0 1px',
    boxShadow: 'inset 0 0 0 1px color-mix(in oklab, var(--accent) 25%, transparent)',
    boxDecorationBreak: 'clone',
    WebkitBoxDecorationBreak: 'clone',
  },
  '.ref-chip-variable': {
    backgroundColor: 'var(--running-soft)',
    color: 'var(--running)',
    boxShadow: 'inset 0 0 0 1px color-mix(in oklab, var(--running) 25%, transparent)',
  },
  '.ref-chip-broken': {
    backgroundColor: 'var(--danger-soft)',
    color: 'var(--danger)',
    boxShadow: 'inset 0 0 0 1px color-mix(in oklab, var(--danger) 45%, transparent)',
    textDecoration: 'underline wavy var(--danger) 1px',
    textUnderlineOffset: '3px',
  },
  '.ref-chip-doubtful': {
    backgroundColor: 'var(--warning-soft)',
    color: 'var(--warning)',
    boxShadow: 'inset 0 0 0 1px color-mix(in oklab, var(--warning) 40%, transparent)',
    textDecoration: 'underline dotted var(--warning) 1px',
    textUnderlineOffset: '3px',
  },
  // A reference keeps its colour inside a string; must come after the rules that it overrides.
  '.ref-chip *': { color: 'inherit' },
  '.text-unread': {
    textDecoration: 'underline wavy var(--warning) 1px',
    textUnderlineOffset: '3px',
  },
  '.text-problem': {
    textDecoration: 'underline wavy var(--danger) 1px',
    textUnderlineOffset: '3px',
    backgroundColor: 'var(--danger-soft)',
  },
  '&.cm-tooltip, .cm-tooltip': { border: 'none', backgroundColor: 'transparent', zIndex: '60' },
  '.ref-tip': {
    maxWidth: 'min(26rem, calc(100vw - 1rem))',
    margin: '4px 0',
    padding: '6px 10px 8px',
    borderRadius: '8px',
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    boxShadow: 'var(--float)',
    fontFamily: 'var(--font-sans)',
    fontSize: '12px',
    lineHeight: '16px',
  },
  '.ref-tip-head': { display: 'flex', gap: '12px', justifyContent: 'space-between', alignItems: 'baseline' },
  '.ref-tip-source': { fontFamily: 'var(--font-mono)', overflowWrap: 'anywhere', color: 'var(--muted)' },
  '.ref-tip-type': { color: 'var(--faint)', fontSize: '11px' },
  '.ref-tip-value': {
    margin: '4px 0 0',
    maxHeight: '9rem',
    overflow: 'auto',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    fontFamily: 'var(--font-mono)',
    fontSize: '12px',
  },
  '.ref-tip-note': { marginTop: '4px', color: 'var(--faint)' },
  '.ref-tip-reason': { marginTop: '4px', color: 'var(--warning)' },
  '.ref-tip-broken': { color: 'var(--danger)' },
  '.ref-tip-link': {
    marginTop: '4px',
    color: 'var(--accent)',
    textDecoration: 'underline',
    textUnderlineOffset: '2px',
    overflowWrap: 'anywhere',
  },
});

/** Styles the parts that CodeMirror draws, and the marks in them, with the design's tokens. */
export const editorTheme: Extension = [textTheme, marks];
