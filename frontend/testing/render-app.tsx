import { render, screen } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { SWRConfig } from 'swr';
import type { User } from '#shared/model/account';
import { useChanges } from '../src/lib/changes';
import { readDefaults } from '../src/lib/cache';
import { ToastHost } from '../src/ui/toast';

export const hanako: User = {
  id: 'user-1',
  username: '山田花子',
  email: 'hanako@example.jp',
  hasCompletedSetup: true,
  isAdmin: false,
};

const Address = () => {
  const { pathname, search } = useLocation();
  return <section aria-label="現在の場所">{pathname + search}</section>;
};

/** Path and query of the screen that is shown. */
export const address = (): string | null => screen.getByLabelText('現在の場所').textContent;

function Changes() {
  useChanges();
  return null;
}

interface RenderOptions {
  /** Path and query at which it begins. */
  at?: string;
  delay?: number | null;
  advanceTimers?: ((ms: number) => void) | undefined;
}

/** A screen with the app's providers, a cache of its own, and its address as text. `user` types without delay. */
export function renderApp(children: ReactNode, { at = '/', delay = null, advanceTimers }: RenderOptions = {}) {
  // No style sheet is loaded that could take an element's presses from it, and each look for one reads many styles.
  const pointerEventsCheck = PointerEventsCheckLevel.Never;
  const user = userEvent.setup({ delay, pointerEventsCheck, ...(advanceTimers && { advanceTimers }) });
  const view = render(
    <SWRConfig value={{ ...readDefaults, provider: () => new Map() }}>
      <MemoryRouter initialEntries={[at]}>
        <Changes />
        {children}
        <Address />
        <ToastHost />
      </MemoryRouter>
    </SWRConfig>,
  );
  return { user, ...view };
}

/** The screens of an app, by the router's patterns. */
export const renderScreens = (screens: Readonly<Record<string, ReactNode>>, options: RenderOptions) =>
  renderApp(
    <Routes>
      {Object.entries(screens).map(([path, element]) => (
        <Route key={path} path={path} element={element} />
      ))}
    </Routes>,
    options,
  );
