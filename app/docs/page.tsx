import type { Metadata } from 'next';
import { DocsPage } from '@/components/docs/docs-page';
import { errorNotes } from './error-meanings';

export const metadata: Metadata = { title: 'API reference' };

export default function ApiReferencePage() {
  return <DocsPage errors={errorNotes} />;
}
