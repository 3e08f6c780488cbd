import type { ComponentProps } from 'react';
import { paths } from '../../lib/paths';
import { ButtonLink } from '../../ui/basics';

type LeaveLinkProps = Partial<Pick<ComponentProps<typeof ButtonLink>, 'to' | 'children' | 'reloadDocument'>>;

/** The way out at the end of a signed-out screen; by default to the login. */
export const LeaveLink = ({ to = paths.login, children = 'ログイン画面に戻る', ...rest }: LeaveLinkProps) => (
  <div className="mt-3">
    <ButtonLink {...rest} to={to} variant="quiet" block>
      {children}
    </ButtonLink>
  </div>
);
