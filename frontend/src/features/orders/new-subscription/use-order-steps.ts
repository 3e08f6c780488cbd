import { useEffect, useRef, useState } from 'react';
import { useTimeout } from '../../../lib/use-timeout';

/** The steps of an order, in order, with their names. */
export const orderSteps = { quantity: '台数', payment: 'お支払い', confirm: '確認' } as const;
export type OrderStep = keyof typeof orderSteps;

/**
 * Why the order does not go on, shown above the step. `wantsCard`: another card may help; `owing`: the subscription
 * that has to be paid first.
 */
export interface OrderProblem {
  title: string;
  text: string;
  wantsCard: boolean;
  owing?: string;
}

/**
 * The order button appears at the place of the button before it: a double click on that one must not order. In
 * milliseconds.
 */
const settlesAfter = 500;

/** The open step of an order, and the problem that is shown above it. */
export function useOrderSteps() {
  const [step, setStep] = useState<OrderStep>('quantity');
  // Stripe's frames lose their typed data when they leave the page: once opened, the step stays in it.
  const [paymentSeen, setPaymentSeen] = useState(false);
  const [problem, setProblem] = useState<OrderProblem>();
  const [settled, setSettled] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const opening = step === 'quantity' && !paymentSeen && !problem;
    if (opening) return;
    top.current?.scrollIntoView({ block: 'start' });
    top.current?.focus({ preventScroll: true });
  }, [step, problem, paymentSeen]);
  useTimeout(() => setSettled(true), step === 'confirm' ? settlesAfter : null);
  const show = (next: OrderStep): void => {
    setProblem(undefined);
    setSettled(false);
    setStep(next);
    if (next === 'payment') setPaymentSeen(true);
  };
  return {
    step,
    show,
    problem,
    setProblem,
    paymentSeen,
    /** The confirmation has been open long enough for its button to be meant. */
    settled,
    /** The beginning of the step; a new step and a problem take view and focus there. */
    top,
  };
}

export type OrderSteps = ReturnType<typeof useOrderSteps>;
