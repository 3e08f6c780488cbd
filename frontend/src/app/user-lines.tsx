import type { User } from '#shared/model/account';

/** The initial, name and e-mail address of the signed-in user. */
export function UserLines({ user }: { user: User }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span
        aria-hidden
        className={[
          'grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent-ink',
          'uppercase',
        ].join(' ')}
      >
        {Array.from(user.username)[0]}
      </span>
      <span className="min-w-0">
        <span className="block truncate font-semibold">{user.username}</span>
        <span className="block truncate text-sm text-ink-soft" title={user.email}>
          {user.email}
        </span>
      </span>
    </div>
  );
}
