// The modules that are loaded together, after the blocks are painted.
export { mergeChange } from '@/lib/core/shared-document/merge-change';
export { createSharedEditing } from './shared-editing';
