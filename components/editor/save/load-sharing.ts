// What is loaded together, once the blocks are painted.
export { mergeChange } from '@/lib/core/shared-document/merge-change';
export { createSharedEditing } from './shared-editing';
