import { Check, CircleSlash } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Device, DeviceRequest } from '#shared/model/device';
import { rulesOf } from '#shared/model/device-request';
import { paths } from '../../../lib/paths';
import { useContact } from '../../../lib/use-call';
import { ButtonLink, Skeleton } from '../../../ui/basics';
import { Badge, ContactLine, DateText, NextSteps } from '../../../ui/content';
import { useRequestSteps } from './use-request-steps';

/** The state of a request in a row of a list; one that is still under way stands out. */
export const RequestBadge = ({ request: { kind, state } }: { request: DeviceRequest }) => (
  <Badge tone={state === 'done' || state === 'cancelled' ? 'outline' : 'warning'}>
    {rulesOf(kind).label}：{stepOf(state).name}
  </Badge>
);

/** The four steps of a request; `current` is the index of the one that it has reached. */
function Steps({ current }: { current: number }) {
  // The last step is behind the user as soon as it is reached.
  const reached = current === requestSteps.length - 1 ? current + 1 : current;
  return (
    <ol className="isolate mt-4 flex">
      {requestSteps.map(({ state, label }, step) => (
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
              step > current ? 'border-line-strong/40' : 'border-accent',
              step < reached ? 'bg-accent text-on-accent' : 'bg-surface',
            ].join(' ')}
          >
            {step < reached && <Check strokeWidth={3} className="size-3.5" />}
            {step === reached && <span className="size-2.5 rounded-full bg-accent" />}
          </span>
          <span className={`mt-1.5 block text-xs leading-snug ${step === current ? 'font-semibold' : 'text-ink-soft'}`}>
            {label}
          </span>
        </li>
      ))}
    </ol>
  );
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-wrap gap-x-3">
    <dt className="w-[9rem] text-ink-soft">{label}</dt>
    <dd className="tabular-nums">{children}</dd>
  </div>
);

interface RequestTrackProps {
  device: Device;
  /** The shop that has the device; a repair, which moves none, needs no shop. */
  customerId?: string;
}

/**
 * What happens with a device: its lock, until when and by which request (spec 4, Actions are locked), and what its last
 * request leads to with its days, or where that is not known its state as four steps. Nothing if it has neither.
 */
export function RequestTrack({ device, customerId }: RequestTrackProps) {
  const contact = useContact();
  const { request, isActionLocked: locked } = device;
  if (!locked && !request) return null;
  const kind = device.lastActionType ?? request?.kind;
  const of = kind ? `${rulesOf(kind).label}のお申し込み` : 'お手続き';
  return (
    <section aria-label={`${of}の状況`} className="rounded-field border border-line bg-sunken/60 p-4">
      <h3 className="font-semibold">{locked ? `現在、${kind ? `${rulesOf(kind).label}の` : ''}お手続き中です` : of}</h3>
      {request && <RequestState request={request} customerId={customerId} />}
      <dl className="mt-3 text-sm">
        {request && (
          <>
            <Row label="お申し込み日">
              <DateText iso={request.requestedAt} />
            </Row>
            <Row label="受付番号">{request.receiptNumber}</Row>
          </>
        )}
        {locked && (
          <Row label="次にお手続きできる日">{device.lockUntil ? <DateText iso={device.lockUntil} /> : '未定'}</Row>
        )}
      </dl>
      <ContactLine className="mt-3" contact={contact} />
    </section>
  );
}

interface RequestStateProps {
  request: DeviceRequest;
  customerId: string | undefined;
}

/** What happens next with a request; else the step that it has reached, and what it means. */
function RequestState({ request, customerId }: RequestStateProps) {
  const { index, name, meaning } = stepOf(request.state);
  const { steps, sendable, reading } = useRequestSteps(index < 0 ? null : request, customerId);
  if (reading) return <Skeleton className="mt-3 h-25 w-full sm:h-20" />;
  if (steps)
    return (
      <>
        <NextSteps className="mt-3" steps={steps} />
        {sendable && customerId !== undefined && (
          <ButtonLink to={paths.shop(customerId)} size="sm" className="mt-4">
            店舗詳細で発送を連絡する
          </ButtonLink>
        )}
      </>
    );
  return (
    <>
      {index < 0 ? (
        <p className="mt-4 flex items-center gap-2 font-semibold">
          <CircleSlash aria-hidden className="size-5 text-ink-soft" />
          {name}
        </p>
      ) : (
        <Steps current={index} />
      )}
      {meaning && <p className="mt-3 text-sm">{meaning}</p>}
    </>
  );
}

interface RequestStep {
  /** Where the request is, in a list. */
  name: string;
  /** What its owner can expect or do, where that does not follow from the name. */
  meaning?: string;
}

/** The four steps of a request in order; the label stays true when the step is done. */
const requestSteps: readonly (RequestStep & { state: DeviceRequest['state']; label: string })[] = [
  { state: 'accepted', label: '受付', name: '受付済み', meaning: '担当者に連絡しています。再申し込みは不要です。' },
  { state: 'delivered', label: '確認', name: '確認待ち', meaning: '担当者が内容を確認します。' },
  { state: 'in_work', label: '対応', name: '対応中' },
  { state: 'done', label: '完了', name: '完了' },
];

/** A request that was cancelled, by the staff or its owner, is at none of the steps: its index is -1. */
const cancelled = {
  name: '取消',
  meaning: 'このお申し込みは取り消されました。必要な場合は、あらためてお申し込みください。',
};

const stepOf = (state: DeviceRequest['state']): RequestStep & { index: number } => {
  const index = requestSteps.findIndex((step) => step.state === state);
  return { index, ...(requestSteps[index] ?? cancelled) };
};
