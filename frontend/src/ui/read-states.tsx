import type { ComponentProps, ReactNode } from 'react';
import { Alert } from './alert';
import { Button } from './button';
import { adviceOf, ErrorPanel } from './error-panel';

interface PartFailureProps {
  read: { error: unknown; isValidating: boolean; mutate: () => unknown };
  title: string;
  /** What the failure means here; by default the error's own words. */
  children?: ReactNode;
}

/** A failed read of a part of a screen or dialog, whose rest can be used; `ReadFailure` takes a screen's place. */
export const PartFailure = ({ read, title, children }: PartFailureProps) => (
  <Alert live tone="warning" title={title}>
    <p>{children ?? adviceOf(read.error)}</p>
    <Button variant="secondary" size="sm" className="mt-3" busy={read.isValidating} onClick={() => void read.mutate()}>
      もう一度試す
    </Button>
  </Alert>
);

interface ReadFailureProps {
  /** The failed read, as `useCall` returns it. */
  read: { error: unknown; isValidating: boolean; mutate: () => Promise<unknown> };
  /** The failed action, in the specification's words if it has some. */
  title?: string;
}

/** A failed read, with a button that repeats it. */
export const ReadFailure = ({ read, title }: ReadFailureProps) => (
  <ErrorPanel
    error={read.error}
    busy={read.isValidating}
    onRetry={() => void read.mutate()}
    {...(title !== undefined && { title })}
  />
);

interface ReadStatesProps<Data> {
  read: ComponentProps<typeof ReadFailure>['read'] & { data: Data | undefined };
  /** The title if the read fails, in the specification's words if it has some. */
  failed: string;
  /** Shown while it is being read. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** What was read; before that, its placeholder or its failure. */
export function ReadStates<Data>({ read, failed, skeleton, children }: ReadStatesProps<Data>) {
  if (read.data !== undefined) return children(read.data);
  return read.error ? <ReadFailure read={read} title={failed} /> : skeleton;
}
