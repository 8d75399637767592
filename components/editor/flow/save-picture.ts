import { toast } from 'sonner';
import { saveFile } from '../../ui/save-file';
import { documentSvg } from '../document/document-svg';
import type { Size } from '../document/geometry';
import type { EditorStore } from '../store/editor-store';

/** Sharp on screens with two dots for each pixel. */
const DOTS_A_PIXEL = 2;
/** Browsers draw nothing on a larger canvas. */
const MAX_SIDE_DOTS = 8_192;
const MAX_DOTS = 64_000_000;

/** Downloads a picture of the workflow as it is in the editor. */
export async function savePicture(store: EditorStore, kind: 'svg' | 'png'): Promise<void> {
  const { document, name } = store.getState();
  const { svg, size } = documentSvg(document);
  const picture = new Blob([svg], { type: 'image/svg+xml' });
  try {
    saveFile(kind === 'svg' ? picture : await drawn(picture, size), `${fileName(name)}.${kind}`);
  } catch {
    toast.error('The browser could not draw the picture. Download it as SVG instead.');
  }
}

const fileName = (name: string): string => name.replace(/[^\w.-]+/g, '-').toLowerCase();

/** @throws Error if the browser can't draw it */
async function drawn(picture: Blob, { width, height }: Size): Promise<Blob> {
  const scale = Math.min(
    DOTS_A_PIXEL,
    MAX_SIDE_DOTS / width,
    MAX_SIDE_DOTS / height,
    Math.sqrt(MAX_DOTS / width / height),
  );
  const address = URL.createObjectURL(picture);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = globalThis.document.createElement('canvas');
    canvas.width = Math.max(1, Math.floor(width * scale));
    canvas.height = Math.max(1, Math.floor(height * scale));
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('The browser has no canvas.');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) =>
        blob === null ? reject(new Error('The canvas is too large.')) : resolve(blob),
      );
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
