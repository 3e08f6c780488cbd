import { screen } from '@testing-library/react';

/** A button, once it is there. */
export const button = (name: string | RegExp) => screen.findByRole('button', { name });

/** The value beside a label of a list, e.g. of an order's terms. */
export const valueOf = (label: string) =>
  screen.getAllByRole('term').find(({ textContent }) => textContent === label)?.nextElementSibling;
