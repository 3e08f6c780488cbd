import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiFailure } from '../lib/api';
import { paths } from '../lib/paths';
import { ButtonLink, FailureSign, ReadFailure, type Read } from './basics';
import { EmptyState } from './content';

/** In place of a screen whose address names nothing of the user's. */
export const Missing = ({ title }: { title: string }) => (
  <div role="alert">
    <EmptyState
      picture={<FailureSign Icon={SearchX} />}
      title={title.replace(/。$/, '')}
      action={
        <ButtonLink to={paths.home} variant="secondary">
          店舗一覧へ
        </ButtonLink>
      }
    >
      リンクが古くないか、別のアカウントでログインしていないかをご確認ください。
    </EmptyState>
  </div>
);

interface ReadStatesProps<Data> {
  read: Read & { data?: Data | undefined };
  /** The title if the read fails, in the specification's words if it has some. */
  failed: string;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** What was read; before that, its placeholder or its failure. */
export function ReadStates<Data>({ read, failed, skeleton, children }: ReadStatesProps<Data>) {
  if (read.data !== undefined) return children(read.data);
  if (read.error instanceof ApiFailure && read.error.status === 404) return <Missing title={read.error.message} />;
  return read.error ? <ReadFailure read={read} title={failed} /> : skeleton;
}
