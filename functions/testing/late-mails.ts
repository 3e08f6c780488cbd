import { endOverdueSubscriptions } from '#functions/jobs';
import { dunningWorkers } from '#functions/endings/dunning';
import type { NoticeItem } from '#functions/mails/notices-table';
import { noticeWorkers } from '#functions/mails/send-notice';
import { runTasks } from '#functions/platform/worker';
import type { PaymentServices } from './payment-services';
import { runJob } from './run-job';
import { doTasks } from './task-queue';

type Told = NoticeItem & { subscription: { owed: number; endsAt: number } };

/** The daily job of late payments with its tasks, and what the owner was mailed of them, oldest first. */
export function lateMails(services: PaymentServices) {
  const mails: Told[] = [];
  const told = (): string[] => mails.map(({ kind }) => kind);
  const mailWorkers = noticeWorkers.map((worker) => ({
    ...worker,
    work: async (...[body, context]: Parameters<typeof worker.work>) => {
      const before = services.mailed().length;
      await worker.work(body, context);
      if (services.mailed().length > before && (body as Told).kind !== 'ordered') mails.push(body as Told);
    },
  }));
  const doWork = () => doTasks({ handler: runTasks([...dunningWorkers, ...mailWorkers]) });
  /** What a day does: the schedule, and the tasks that it enqueues. How many there were, and what was told. */
  const runDay = async () => {
    const before = told().length;
    const { late } = await runJob(endOverdueSubscriptions);
    await doWork();
    return { late, told: told().slice(before) };
  };
  return { mails, told, doWork, runDay };
}
