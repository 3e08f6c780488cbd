import type { ReactNode } from 'react';
import { Alert } from './alert';
import { Button } from './button';
import { adviceOf } from './error-panel';

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
