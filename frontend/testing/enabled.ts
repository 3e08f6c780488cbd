import { screen, waitFor } from '@testing-library/react';

/** A button of the page or of a part of it, once it can be pressed: one that sends waits until its step has settled. */
export async function enabled(
  name: string | RegExp,
  within: Pick<typeof screen, 'findByRole'> = screen,
): Promise<HTMLElement> {
  const button = await within.findByRole('button', { name });
  await waitFor(() => expect(button).toBeEnabled());
  return button;
}
