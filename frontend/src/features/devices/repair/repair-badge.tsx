import type { RepairRecord } from '#shared/model/device';
import { Badge } from '../../../ui/badge';
import { isDone } from './is-done';

/** Whether a repair is under way or done. */
export const RepairBadge = ({ repair }: { repair: RepairRecord }) =>
  isDone(repair) ? <Badge tone="success">完了</Badge> : <Badge tone="warning">処理中</Badge>;
