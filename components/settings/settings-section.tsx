import type { ReactNode } from 'react';

/** One page of settings: title, a sentence, and actions on the right. */
export function SettingsSection(props: {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="mb-10">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 max-w-xl">
          <h2 className="font-semibold text-lg">{props.title}</h2>
          {props.description ? <p className="mt-0.5 text-muted">{props.description}</p> : null}
        </div>
        {props.actions}
      </div>
      {props.children}
    </section>
  );
}

/** A bordered box for a form. */
export function SettingsCard({ children }: { children: ReactNode }) {
  return <div className="max-w-xl rounded-lg border border-line bg-surface p-4">{children}</div>;
}
