import type { ReactNode } from 'react';
import { Logo } from '@/components/page/logo';

/** The frame of the pages before the workspace: mark, title, form. */
export function AuthCard(props: {
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
}) {
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[max(2rem,12vh)] pb-12">
      <div className="w-full max-w-90">
        <Logo className="size-10" />
        <h1 className="mt-5 font-semibold text-xl tracking-tight">{props.title}</h1>
        {props.description ? <p className="mt-1 text-muted text-sm">{props.description}</p> : null}
        <div className="mt-6">{props.children}</div>
        {props.footer ? <div className="mt-6 text-muted text-sm">{props.footer}</div> : null}
      </div>
    </main>
  );
}
