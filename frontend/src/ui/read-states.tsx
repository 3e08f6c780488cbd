import type { ComponentProps, ReactNode } from 'react';
import { ReadFailure } from './read-failure';

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
