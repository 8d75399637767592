'use client';

import { useReactFlow } from '@xyflow/react';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Block } from '@/lib/core/workflow/schema';
import { cn } from '../../ui/class-names';
import { IconButton } from '../../ui/icon-button';
import { ResizeEdge } from '../../ui/resize-edge';
import { type SizeRule, useSavedSize } from '../../ui/saved-size';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs';
import { useToastsAbove } from '../../ui/use-toasts-above';
import { roomFor } from '../../ui/view-room';
import { BlockIcon } from '../document/block-icon';
import { iconOf } from '../document/definition-of';
import type { BlockEdge, BlockNode } from '../document/flow-elements';
import { type Flow, revealInViewport } from '../flow/view-moves';
import { BlockHistory } from '../history/block-history';
import { useEditor, useEditorStore } from '../store/editor-context';
import { type SendTab, useSendStore, useSends } from '../store/send-state';
import { RequestView } from './request-view';
import { SampleList } from './sample-list';
import { SendButton } from './send-button';
import { SendOutcome, SendProgress } from './send-outcome';
import { useSend } from './use-send';

const DOCK_HEIGHT: SizeRule = {
  name: 'send',
  least: 160,
  most: () => window.innerHeight * 0.8,
  first: () => window.innerHeight * 0.42,
};

/** The panel of one block sent alone, at the foot of the canvas: another block's form can stay open. */
export function SendDock() {
  const store = useSendStore();
  const shownId = useSends((state) => state.shownBlockId);
  const block = useEditor((state) => (shownId === null ? undefined : state.document.blocks[shownId]));
  const hasRunOpened = useEditor((state) => state.runPanelOpen);
  useEffect(() => {
    // The run uses the same place: the last one requested is shown.
    if (hasRunOpened) store.setState({ shownBlockId: null });
  }, [hasRunOpened, store]);
  return block === undefined ? null : <OpenDock key={block.id} block={block} />;
}

function OpenDock({ block }: { block: Block }) {
  const editor = useEditorStore();
  const store = useSendStore();
  const tab = useSends((state) => state.tab);
  const sender = useSend(block.id);
  const height = useSavedSize(DOCK_HEIGHT);
  const dock = useRef<HTMLElement>(null);
  useToastsAbove(dock);
  const flow: Flow = useReactFlow<BlockNode, BlockEdge>();
  useEffect(() => {
    editor.setState({ runPanelOpen: false });
    // Runs after the canvas has its remaining height.
    const frame = requestAnimationFrame(() => revealInViewport(flow, block.id));
    return () => cancelAnimationFrame(frame);
  }, [editor, flow, block.id]);
  const close = () => store.setState({ shownBlockId: null });
  const unknown = sender.samples.filter(({ isMissing }) => isMissing).length;
  return (
    <section
      ref={dock}
      aria-label={`${block.name} alone`}
      className={cn(
        'relative flex shrink-0 animate-fade flex-col border-line border-t bg-surface',
        'max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:shadow-float',
      )}
      style={{ height: height.px }}
    >
      <ResizeEdge size={height} label="Height of this panel" side="top" />
      <Tabs
        value={tab}
        onValueChange={(value) => store.setState({ tab: value as SendTab })}
        className="flex min-h-0 flex-1 flex-col"
      >
        <header className="flex h-10 shrink-0 items-center gap-3 border-line border-b pr-2 pl-4">
          <BlockIcon icon={iconOf(block.type)} className="size-4 shrink-0 text-accent max-sm:hidden" />
          <h2 className="min-w-0 truncate font-semibold text-sm max-sm:sr-only">{block.name}</h2>
          <TabsList className="min-w-0 flex-1 self-stretch border-0 px-1.5 [&>button]:h-10">
            <TabsTrigger value="request">Request</TabsTrigger>
            <TabsTrigger value="response">Response</TabsTrigger>
            <TabsTrigger value="samples" count={unknown}>
              Samples
            </TabsTrigger>
            <TabsTrigger value="history">History</TabsTrigger>
          </TabsList>
          <SendButton block={block} />
          <IconButton label="Close" onClick={close}>
            <X />
          </IconButton>
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto" style={roomFor(`${height.px}px - 2.5rem`)}>
          <TabsContent value="request" className="flex flex-col gap-3 p-4">
            <SendProgress block={block} />
            <RequestView block={block} sender={sender} />
          </TabsContent>
          <TabsContent value="response" className="p-4">
            <SendOutcome block={block} />
          </TabsContent>
          <TabsContent value="samples" className="p-4">
            <SampleList samples={sender.samples} />
          </TabsContent>
          <TabsContent value="history" className="p-4">
            <BlockHistory block={block} />
          </TabsContent>
        </div>
      </Tabs>
    </section>
  );
}
