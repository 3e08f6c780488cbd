import type { DeviceRequest } from '#shared/model/device';

/** The four steps of a request in order, each with its meaning for the user. */
export const requestSteps: readonly { state: DeviceRequest['state']; name: string; meaning: string }[] = [
  {
    state: 'accepted',
    name: '受付済み',
    meaning: 'お申し込みは受け付けられ、担当者への連絡を進めています。もう一度お申し込みいただく必要はありません。',
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

export const stepOf = ({ state }: DeviceRequest): { index: number; name: string; meaning: string } => {
  const index = requestSteps.findIndex((step) => step.state === state);
  return { index, ...(requestSteps[index] ?? cancelled) };
};
