import { invalid } from './errors';
import type { Operation } from './service';

/**
 * The attributes and their values (docs.aws.amazon.com/sns/latest/api/API_SetSMSAttributes.html). They are kept and
 * change nothing here: no SMS costs anything.
 */
const values: Readonly<Record<string, RegExp>> = {
  MonthlySpendLimit: /^\d+$/,
  DeliveryStatusIAMRole: /^(arn:aws:iam::.+)?$/,
  DeliveryStatusSuccessSamplingRate: /^(\d{1,2}|100)?$/,
  DefaultSenderID: /^(?=.*[A-Za-z]|$)[A-Za-z0-9]{0,11}$/,
  DefaultSMSType: /^(Promotional|Transactional)$/,
  UsageReportS3Bucket: /^.*$/,
};

const setSmsAttributes: Operation = async ({ store }, form) => {
  const sms = form.map('attributes');
  form.refuseOthers();
  const wrong = Object.entries(sms).find(([name, value]) => !values[name]?.test(value));
  if (wrong) throw invalid(`${wrong[0]} Reason: it has no value "${wrong[1]}"`);
  await store.change({ sms });
  return {};
};

const getSmsAttributes: Operation = async ({ store }, form) => {
  const asked = form.numbered('attributes.member').map((member) => form.required(member));
  form.refuseOthers();
  const foreign = asked.find((name) => !values[name]);
  if (foreign !== undefined) throw invalid(`attributes Reason: there is no ${foreign}`);
  const kept = Object.entries(store.sms).filter(([name]) => asked.length === 0 || asked.includes(name));
  return { attributes: { entries: Object.fromEntries(kept) } };
};

export const smsOperations: Record<string, Operation> = {
  GetSMSAttributes: getSmsAttributes,
  SetSMSAttributes: setSmsAttributes,
};
