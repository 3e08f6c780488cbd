import { Check, CircleSlash } from 'lucide-react';
import type { DeviceRequest } from '#shared/model/device';
import { rulesOf } from '#shared/model/device-request';
import { useContact } from '../../../lib/use-call';
import { ContactLine, DateText } from '../../../ui/content';

/** The state of a request in one line: four bars and a text. */
export function RequestLine({ request }: { request: DeviceRequest }) {
  const { index, name } = stepOf(request);
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
      <span aria-hidden className="inline-flex gap-0.5">
        {requestSteps.map(({ state }, step) => (
          <span key={state} className={`h-1.5 w-4 rounded-full ${step <= index ? 'bg-accent' : 'bg-line'}`} />
        ))}
      </span>
      <span className="font-semibold">
        {rulesOf(request.kind).label}：{name}
      </span>
      <span className="text-ink-soft tabular-nums">受付番号 {request.receiptNumber}</span>
    </p>
  );
}

/** The four steps of a request; `current` is the index of the one that it has reached. */
function Steps({ current }: { current: number }) {
  return (
    <ol className="isolate mt-4 flex">
      {requestSteps.map(({ state, name }, step) => (
        <li
          key={state}
          aria-current={step === current ? 'step' : undefined}
          className="relative flex-1 px-0.5 text-center"
        >
          {step > 0 && (
            <span
              aria-hidden
              className={[
                'absolute top-[11px] right-1/2 h-0.5 w-full',
                step <= current ? 'bg-accent' : 'bg-line-strong/40',
              ].join(' ')}
            />
          )}
          <span
            aria-hidden
            className={[
              'relative z-10 mx-auto grid size-6 place-items-center rounded-full border-2',
              step <= current ? 'border-accent bg-accent text-on-accent' : 'border-line-strong/40 bg-surface',
            ].join(' ')}
          >
            {step <= current && <Check strokeWidth={3} className="size-3.5" />}
          </span>
          <span className={`mt-1.5 block text-xs leading-snug ${step === current ? 'font-semibold' : 'text-ink-soft'}`}>
            {name}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** What the state of a request means, and whom to ask. */
export function RequestState({ request }: { request: DeviceRequest }) {
  const contact = useContact();
  return (
    <div>
      <p className="text-sm">{stepOf(request).meaning}</p>
      <ContactLine className="mt-3" contact={contact} />
    </div>
  );
}

/** The state of a request as four steps, or that it was cancelled, with an explanation. */
export function RequestTrack({ request }: { request: DeviceRequest }) {
  const { index, name } = stepOf(request);
  return (
    <section
      aria-label={`${rulesOf(request.kind).label}のお申し込みの状況`}
      className="rounded-field border border-line bg-sunken/60 p-4"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <h3 className="font-semibold">{rulesOf(request.kind).label}のお申し込み</h3>
        <p className="text-sm text-ink-soft">
          <DateText iso={request.requestedAt} form="minute" />
        </p>
      </div>
      <p className="text-sm text-ink-soft">
        受付番号 <span className="font-semibold text-ink tabular-nums">{request.receiptNumber}</span>
      </p>
      {index < 0 ? (
        <p className="mt-4 flex items-center gap-2 font-semibold">
          <CircleSlash aria-hidden className="size-5 text-ink-soft" />
          {name}
        </p>
      ) : (
        <Steps current={index} />
      )}
      <div className="mt-3">
        <RequestState request={request} />
      </div>
    </section>
  );
}

/** The four steps of a request in order, each with its meaning for the user. */
const requestSteps: readonly { state: DeviceRequest['state']; name: string; meaning: string }[] = [
  {
    state: 'accepted',
    name: '受付済み',
    meaning: '担当者に連絡しています。再申し込みは不要です。',
  },
  { state: 'delivered', name: '担当者に連絡済み', meaning: '担当者に届きました。内容を確認し、お手続きを進めます。' },
  { state: 'in_work', name: '対応中', meaning: '担当者がお手続きを進めています。' },
  { state: 'done', name: '完了', meaning: 'お手続きは完了しました。' },
];

/** A request that was cancelled, by the staff or its owner, is at none of the steps: its index is -1. */
const cancelled = {
  name: '取消',
  meaning: 'このお申し込みは取り消されました。必要な場合は、あらためてお申し込みください。',
};

const stepOf = ({ state }: DeviceRequest): { index: number; name: string; meaning: string } => {
  const index = requestSteps.findIndex((step) => step.state === state);
  return { index, ...(requestSteps[index] ?? cancelled) };
};
