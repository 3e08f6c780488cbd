import { ErrorPanel } from './error-panel';

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
