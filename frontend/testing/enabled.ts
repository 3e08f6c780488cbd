import { screen, waitFor } from '@testing-library/react';

/** A button of the page, once it can be pressed: the one that sends waits a moment after its step has opened. */
export async function enabled(name: string | RegExp): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button).toBeEnabled());
  return button;
}
